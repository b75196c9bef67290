CREATE TABLE "batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"acted_by" integer,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"batch_id" integer NOT NULL,
	"draft_id" integer NOT NULL,
	"entity" text collate "C" NOT NULL,
	"record_id" integer NOT NULL,
	"field" text collate "C" NOT NULL,
	"item" text collate "C" NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_first" boolean DEFAULT true NOT NULL,
	"is_last" boolean DEFAULT true NOT NULL,
	CONSTRAINT "changes_batch_id_entity_record_id_field_item_draft_id_pk" PRIMARY KEY("batch_id","entity","record_id","field","item","draft_id")
);
--> statement-breakpoint
DROP FUNCTION keep_changes(integer, text, draft_changes[]);
--> statement-breakpoint
DROP TABLE "draft_changes" CASCADE;--> statement-breakpoint
CREATE INDEX "batches_at" ON "batches" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "batches_user" ON "batches" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "batches_actor" ON "batches" USING btree ("user_id","acted_by") WHERE "batches"."acted_by" is not null;--> statement-breakpoint
CREATE INDEX "changes_draft" ON "changes" USING btree ("draft_id","entity","record_id","field","item");--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("entity","record_id","draft_id");--> statement-breakpoint
CREATE INDEX "changes_picture" ON "changes" USING btree ("item") WHERE "changes"."field" = 'images';--> statement-breakpoint
CREATE VIEW "public"."draft_changes" AS (
  select draft_id, entity, record_id, field, item, before, after, at,
    (select acted_by from batches where batches.id = net.batch_id) as acted_by
  from (
    select *, bool_or(field = '' and (before is null or after is null))
      over (partition by draft_id, entity, record_id) as is_whole
    from (
      select draft_id, entity, record_id, field, item, after, at, batch_id,
        case when is_first then before else (
          select earliest.before from changes earliest
          where earliest.draft_id = latest.draft_id and earliest.entity = latest.entity
            and earliest.record_id = latest.record_id and earliest.field = latest.field
            and earliest.item = latest.item and earliest.is_first
        ) end as before
      from changes latest where is_last
    ) ends
  ) net
  where before is distinct from after and (field = '' or not is_whole));
--> statement-breakpoint
-- Adds the batch with the first change of a transaction. A long run sets its own for all of its transactions.
CREATE FUNCTION held_batch() RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	batch integer := nullif(current_setting('vitrina.batch', true), '');
BEGIN
	IF batch IS NOT NULL THEN RETURN batch; END IF;
	INSERT INTO batches (user_id, acted_by, kind)
	VALUES (change_author(), change_actor(), coalesce(nullif(current_setting('vitrina.kind', true), ''), 'edit'))
	RETURNING id INTO batch;
	PERFORM set_config('vitrina.batch', batch::text, true);
	RETURN batch;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_changes(of_entity text, given changes[]) RETURNS void
    LANGUAGE plpgsql
    -- The plan is kept for the connection, and one made for a small table would read all of it when it has grown.
    SET enable_seqscan = off
    AS $$
DECLARE
	draft constant integer := held_draft();
	batch integer;
	-- Records that the batch itself created. Deleting them undoes the rest of what it did to them.
	made integer[];
BEGIN
	IF draft IS NULL THEN RETURN; END IF;
	batch := held_batch();
	made := ARRAY (
		SELECT record_id FROM changes
		WHERE batch_id = batch AND entity = of_entity AND field = '' AND item = '' AND before IS NULL
			AND record_id = ANY (ARRAY (SELECT DISTINCT record_id FROM unnest(given)))
	);
	-- Looked up one by one: in a join, a plan made for an empty table compares every change of the draft with every new one.
	WITH earlier AS (
		UPDATE changes SET is_last = false
		WHERE ctid = ANY (ARRAY (
			SELECT (
				SELECT c.ctid FROM changes c
				WHERE c.draft_id = draft AND c.entity = of_entity AND c.record_id = g.record_id AND c.field = g.field
					AND c.item = g.item AND c.is_last AND c.batch_id <> batch
			) FROM unnest(given) g
		))
		RETURNING record_id, field, item
	)
	INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, before, after, is_first)
	SELECT batch, draft, of_entity, record_id, field, item, before, after,
		(record_id, field, item) NOT IN (SELECT record_id, field, item FROM earlier)
	FROM unnest(given) WHERE record_id <> ALL (made)
	ON CONFLICT (batch_id, entity, record_id, field, item, draft_id) DO UPDATE SET after = excluded.after, at = excluded.at;
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
	given changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		EXECUTE 'INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, after)
			SELECT $1, $2, $3, r.id, '''', '''', ' || label || ' FROM new_rows r
			ON CONFLICT (batch_id, entity, record_id, field, item, draft_id) DO UPDATE SET after = excluded.after'
			USING held_batch(), draft, of_entity;
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
		SELECT array_agg(ROW (0, 0, of_entity, id, d.field, '', d.before, d.after, now(), true, true)::changes) INTO given
		FROM changed CROSS JOIN LATERAL draft_difference(was, is_now, '{}') d WHERE was <> is_now;
		IF given IS NOT NULL THEN PERFORM keep_changes(of_entity, given); END IF;
	ELSE
		IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		-- Named as it was before the draft.
		EXECUTE 'WITH known AS (
				SELECT record_id, jsonb_object_agg(field, before) AS was FROM changes
				WHERE draft_id = $2 AND entity = $3 AND record_id = ANY ($5) AND item = '''' AND field = ANY ($4) AND is_first
				GROUP BY record_id
			), earlier AS (
				UPDATE changes SET is_last = false
				WHERE draft_id = $2 AND entity = $3 AND record_id = ANY ($5) AND field = '''' AND item = '''' AND is_last
					AND batch_id <> $1
				RETURNING record_id
			)
			INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, before, is_first)
			SELECT $1, $2, $3, r.id, '''', '''', jsonb_strip_nulls(' || label || ' || coalesce(known.was, ''{}'')),
				r.id NOT IN (SELECT record_id FROM earlier)
			FROM old_rows r LEFT JOIN known ON known.record_id = r.id
			ON CONFLICT (batch_id, entity, record_id, field, item, draft_id) DO UPDATE SET after = NULL'
			USING held_batch(), draft, of_entity, string_to_array(TG_ARGV[2], ','), ARRAY (SELECT id FROM old_rows);
	END IF;
	RETURN NULL;
END $_$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION draft_pairs() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
	nothing constant text := 'SELECT NULL::integer AS id, NULL::text AS item, NULL::jsonb AS value WHERE false';
	-- A pair of a table, as this side sees it.
	pairs constant text := format(
		'SELECT %I AS id, %I::text AS item, %s AS value FROM ', TG_ARGV[1], TG_ARGV[3],
		CASE WHEN TG_ARGV[4] = '' THEN format('to_jsonb(%I)', TG_ARGV[3]) ELSE (
			SELECT 'jsonb_build_object(' || string_agg(format('%L, %I', name, name), ', ') || ')'
			FROM unnest(string_to_array(TG_ARGV[4], ',')) name
		) END
	);
	given changes[];
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	EXECUTE format(
		'SELECT array_agg(ROW (0, 0, $1, coalesce(o.id, n.id), $2, coalesce(o.item, n.item), o.value, n.value, now(), true, true)::changes)
		FROM (%s) o FULL JOIN (%s) n ON n.id = o.id AND n.item = o.item WHERE o.value IS DISTINCT FROM n.value',
		CASE TG_OP WHEN 'INSERT' THEN nothing ELSE pairs || 'old_rows' END,
		CASE TG_OP WHEN 'DELETE' THEN nothing ELSE pairs || 'new_rows' END
	) INTO given USING TG_ARGV[0], TG_ARGV[2];
	IF given IS NOT NULL THEN PERFORM keep_changes(TG_ARGV[0], given); END IF;
	RETURN NULL;
END $_$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION draft_matrix_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
	given changes[];
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	-- Grouped, not joined: the plan is kept for the connection, and one made for a single row would compare every product
	-- of a matrix with every old row.
	WITH places AS (
		SELECT matrix_id, product_id, (array_agg(position ORDER BY is_new))[1] AS was,
			(array_agg(position ORDER BY is_new DESC))[1] AS is_now
		FROM (
			SELECT matrix_id, product_id, position, false AS is_new FROM old_rows
			UNION ALL
			SELECT matrix_id, product_id, position, true FROM matrix_products
			WHERE matrix_id = ANY (ARRAY (SELECT DISTINCT matrix_id FROM old_rows))
		) states GROUP BY matrix_id, product_id HAVING bool_or(is_new)
	)
	SELECT array_agg(ROW (0, 0, 'matrices', matrix_id, 'products_order', '', was, is_now, now(), true, true)::changes) INTO given
	FROM (
		SELECT matrix_id, jsonb_agg(product_id ORDER BY was, product_id) AS was,
			jsonb_agg(product_id ORDER BY is_now, product_id) AS is_now
		FROM places GROUP BY matrix_id
	) orders WHERE was <> is_now;
	IF given IS NOT NULL THEN PERFORM keep_changes('matrices', given); END IF;
	RETURN NULL;
END $$;
