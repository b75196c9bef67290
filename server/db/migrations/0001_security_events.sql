CREATE FUNCTION change_actor() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
	SELECT nullif(current_setting('vitrina.actor', true), '')::integer
$$;
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" integer,
	"user_name" text,
	"actor_id" integer,
	"actor_name" text,
	"network" text DEFAULT '' NOT NULL,
	"about" text collate "C",
	"about_id" integer,
	"about_name" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_refusals" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" integer,
	"about_id" integer,
	"network" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"latest" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "category_trees" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "draft_changes" ADD COLUMN "acted_by" integer DEFAULT change_actor();--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "attributes" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "cafes" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "languages" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "reference_lists" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "reference_values" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "matrices" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "acted_by" integer;--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_about" ON "security_events" USING btree ("about","about_id","at","id");--> statement-breakpoint
CREATE INDEX "security_refusals_since" ON "security_refusals" USING btree ("since");--> statement-breakpoint
CREATE INDEX "draft_changes_actor" ON "draft_changes" USING btree ("draft_id","acted_by") WHERE "draft_changes"."acted_by" is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION draft_matrix_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
	changes draft_changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	SELECT array_agg(ROW (0, 'matrices', matrix_id, 'products_order', '', was, is_now, now(), NULL)::draft_changes) INTO changes
	FROM (
		SELECT matrix_id, jsonb_agg(product_id ORDER BY coalesce(o.position, p.position), product_id) AS was,
			jsonb_agg(product_id ORDER BY p.position, product_id) AS is_now
		FROM matrix_products p LEFT JOIN old_rows o USING (matrix_id, product_id)
		WHERE matrix_id IN (SELECT matrix_id FROM old_rows) GROUP BY matrix_id
	) orders WHERE was <> is_now;
	IF changes IS NULL THEN RETURN NULL; END IF;
	draft := held_draft();
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, 'matrices', changes); END IF;
	RETURN NULL;
END $$;
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
	changes draft_changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	EXECUTE format(
		'SELECT array_agg(ROW (0, $1, coalesce(o.id, n.id), $2, coalesce(o.item, n.item), o.value, n.value, now(), NULL)::draft_changes)
		FROM (%s) o FULL JOIN (%s) n ON n.id = o.id AND n.item = o.item WHERE o.value IS DISTINCT FROM n.value',
		CASE TG_OP WHEN 'INSERT' THEN nothing ELSE pairs || 'old_rows' END,
		CASE TG_OP WHEN 'DELETE' THEN nothing ELSE pairs || 'new_rows' END
	) INTO changes USING TG_ARGV[0], TG_ARGV[2];
	IF changes IS NULL THEN RETURN NULL; END IF;
	draft := held_draft();
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, TG_ARGV[0], changes); END IF;
	RETURN NULL;
END $_$;
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
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		EXECUTE 'INSERT INTO draft_changes (draft_id, entity, record_id, field, item, after)
			SELECT $1, $2, r.id, '''', '''', ' || label || ' FROM new_rows r' USING draft, of_entity;
	ELSIF TG_OP = 'UPDATE' THEN
		WITH changed AS MATERIALIZED (
			SELECT n.id, to_jsonb(o) - skipped AS was, to_jsonb(n) - skipped AS is_now
			FROM old_rows o JOIN new_rows n ON n.id = o.id
		)
		SELECT array_agg(ROW (0, of_entity, id, d.field, '', d.before, d.after, now(), NULL)::draft_changes) INTO changes
		FROM changed CROSS JOIN LATERAL draft_difference(was, is_now, '{}') d WHERE was <> is_now;
		IF changes IS NULL THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		PERFORM keep_changes(draft, of_entity, changes);
		EXECUTE 'UPDATE draft_changes c SET after = ' || label || ' FROM new_rows r
			WHERE c.draft_id = $1 AND c.entity = $2 AND c.record_id = ANY ($3) AND c.record_id = r.id
				AND c.field = '''' AND c.item = '''' AND c.after <> ' || label
			USING draft, of_entity, ARRAY (SELECT id FROM new_rows);
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
CREATE OR REPLACE FUNCTION keep_changes(draft integer, of_entity text, changes draft_changes[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
	ids integer[] := ARRAY (SELECT DISTINCT record_id FROM unnest(changes));
	-- Of a record that was made or removed in the draft there is nothing more to say.
	whole integer[] := ARRAY (
		SELECT record_id FROM draft_changes
		WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (ids) AND field = '' AND item = ''
	);
BEGIN
	INSERT INTO draft_changes (draft_id, entity, record_id, field, item, before, after)
	SELECT draft, of_entity, record_id, field, item, before, after FROM unnest(changes) WHERE record_id <> ALL (whole)
	ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after, at = excluded.at, acted_by = excluded.acted_by;
	DELETE FROM draft_changes
	WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (ids) AND before IS NOT DISTINCT FROM after;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_security_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'security events are only added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER security_events_added_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_change();
