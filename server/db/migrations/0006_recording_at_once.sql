CREATE OR REPLACE FUNCTION held_draft() RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	author integer := change_author();
	draft integer := nullif(current_setting('vitrina.draft', true), '');
BEGIN
	IF draft IS NOT NULL THEN RETURN draft; END IF;
	-- Nobody closes drafts before this transaction ends. Shared, so that the writes of one person need not wait for each
	-- other.
	LOCK TABLE drafts IN ROW SHARE MODE;
	LOOP
		SELECT id INTO draft FROM drafts WHERE manager_id = author AND status = 'current';
		EXIT WHEN FOUND;
		PERFORM FROM users WHERE id = author;
		EXIT WHEN NOT FOUND;
		INSERT INTO drafts (manager_id) VALUES (author) ON CONFLICT DO NOTHING RETURNING id INTO draft;
		EXIT WHEN FOUND;
	END LOOP;
	PERFORM set_config('vitrina.draft', draft::text, true);
	RETURN draft;
END $$;
--> statement-breakpoint
DROP FUNCTION keep_changes(integer, text, draft_changes[]);
--> statement-breakpoint
-- Returns the records that the draft made or removed, of which there is nothing more to say.
CREATE FUNCTION keep_changes(draft integer, of_entity text, changes draft_changes[]) RETURNS integer[]
    LANGUAGE plpgsql
    -- The plan is kept for the connection, and one made for a small table would read all of it when it has grown.
    SET enable_seqscan = off
    AS $$
DECLARE
	whole integer[] := ARRAY (
		SELECT record_id FROM draft_changes
		WHERE draft_id = draft AND entity = of_entity AND field = '' AND item = ''
			AND record_id = ANY (ARRAY (SELECT DISTINCT record_id FROM unnest(changes)))
	);
	undone integer[];
BEGIN
	WITH kept AS (
		INSERT INTO draft_changes (draft_id, entity, record_id, field, item, before, after)
		SELECT draft, of_entity, record_id, field, item, before, after FROM unnest(changes) WHERE record_id <> ALL (whole)
		ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after, at = excluded.at, acted_by = excluded.acted_by
		RETURNING record_id, before IS NOT DISTINCT FROM after AS is_undone
	)
	SELECT array_agg(record_id) INTO undone FROM kept WHERE is_undone;
	IF undone IS NOT NULL THEN
		DELETE FROM draft_changes
		WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (undone) AND before IS NOT DISTINCT FROM after;
	END IF;
	RETURN whole;
END $$;
--> statement-breakpoint
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
	whole integer[];
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
		whole := keep_changes(draft, of_entity, changes);
		IF whole = '{}' THEN RETURN NULL; END IF;
		-- Records made in the draft are known there by their label.
		EXECUTE 'INSERT INTO draft_changes (draft_id, entity, record_id, field, item, after)
			SELECT $1, $2, r.id, '''', '''', ' || label || ' FROM new_rows r WHERE r.id = ANY ($3)
			ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after
			WHERE draft_changes.after <> excluded.after' USING draft, of_entity, whole;
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
--> statement-breakpoint
-- Not a plain statement, which would read the definitions as they were before it has waited for the lock.
CREATE FUNCTION held_definitions() RETURNS text
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtext('vitrina definitions'));
	RETURN json_build_object(
		'attributes', (SELECT json_agg(a ORDER BY a."order", a.id) FROM attributes a),
		'languages', (SELECT json_agg(l ORDER BY l."order", l.id) FROM languages l)
	);
END $$;
