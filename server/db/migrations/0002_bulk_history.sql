CREATE OR REPLACE FUNCTION draft_records() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
	of_entity text := TG_ARGV[0];
	skipped text[] := string_to_array(TG_ARGV[1], ',');
	label constant text := (
		SELECT 'jsonb_strip_nulls(jsonb_build_object(' || string_agg(format('%L, r.%I', name, name), ', ') || '))'
		FROM unnest(string_to_array(TG_ARGV[2], ',')) name
	);
	changes draft_changes[];
	draft integer;
	made integer[];
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		EXECUTE 'INSERT INTO draft_changes (draft_id, entity, record_id, field, item, after)
			SELECT $1, $2, r.id, '''', '''', ' || label || ' FROM new_rows r' USING draft, of_entity;
	ELSIF TG_OP = 'UPDATE' THEN
		-- Grouped, not joined: the plan is kept for the connection, and one made for a single row would compare every old
		-- row with every new one.
		WITH changed AS MATERIALIZED (
			SELECT id, (array_agg(state ORDER BY is_new))[1] AS was, (array_agg(state ORDER BY is_new))[2] AS is_now
			FROM (
				SELECT id, false AS is_new, to_jsonb(o) - skipped AS state FROM old_rows o
				UNION ALL
				SELECT id, true, to_jsonb(n) - skipped FROM new_rows n
			) states GROUP BY id
		)
		SELECT array_agg(ROW (0, of_entity, id, d.field, '', d.before, d.after, now(), NULL)::draft_changes) INTO changes
		FROM changed CROSS JOIN LATERAL draft_difference(was, is_now, '{}') d WHERE was <> is_now;
		IF changes IS NULL THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		PERFORM keep_changes(draft, of_entity, changes);
		-- Records made in the draft are known there by their label. Found one by one by the primary key: a join with
		-- new_rows reads the whole draft once for each of them when the statistics of the table are old.
		made := ARRAY (
			SELECT record_id FROM draft_changes
			WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (ARRAY (SELECT id FROM new_rows))
				AND field = '' AND item = '' AND after IS NOT NULL
		);
		IF made = '{}' THEN RETURN NULL; END IF;
		EXECUTE 'INSERT INTO draft_changes (draft_id, entity, record_id, field, item, after)
			SELECT $1, $2, r.id, '''', '''', ' || label || ' FROM new_rows r WHERE r.id = ANY ($3)
			ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after
			WHERE draft_changes.after <> excluded.after' USING draft, of_entity, made;
	ELSE
		IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		-- What was made in the draft leaves nothing behind; anything else is named as it was before the draft.
		EXECUTE 'WITH forgotten AS (
				DELETE FROM draft_changes WHERE draft_id = $1 AND entity = $2 AND record_id = ANY ($4)
				RETURNING record_id, field, item, before
			), known AS (
				SELECT record_id, bool_or(field = '''') AS is_new,
					jsonb_object_agg(field, before) FILTER (WHERE item = '''' AND field = ANY ($3)) AS was
				FROM forgotten GROUP BY record_id
			)
			INSERT INTO draft_changes (draft_id, entity, record_id, field, item, before)
			SELECT $1, $2, r.id, '''', '''', jsonb_strip_nulls(' || label || ' || coalesce(known.was, ''{}''))
			FROM old_rows r LEFT JOIN known ON known.record_id = r.id WHERE known.is_new IS NOT TRUE'
			USING draft, of_entity, string_to_array(TG_ARGV[2], ','), ARRAY (SELECT id FROM old_rows);
	END IF;
	RETURN NULL;
END $_$;
