ALTER TABLE "draft_changes" DROP CONSTRAINT "draft_changes_draft_id_drafts_id_fk";
--> statement-breakpoint
DROP INDEX "draft_changes_void";--> statement-breakpoint
ALTER TABLE "draft_changes" ALTER COLUMN "entity" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "draft_changes" ALTER COLUMN "field" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "draft_changes" ALTER COLUMN "item" SET DATA TYPE text collate "C";
--> statement-breakpoint
DROP FUNCTION draft_label(jsonb);--> statement-breakpoint
DROP FUNCTION keep_changes(integer, draft_changes[]);--> statement-breakpoint
-- Adds changes of records of one entity to a draft: the first `before` stays, the last `after` counts, and what is as
-- it was goes. Rows are always found by the ids: a plan made while the table was empty would read all of a draft.
CREATE FUNCTION keep_changes(draft integer, of_entity text, changes draft_changes[]) RETURNS void LANGUAGE plpgsql AS $$
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
	ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after, at = excluded.at;
	DELETE FROM draft_changes
	WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (ids) AND before IS NOT DISTINCT FROM after;
END $$;--> statement-breakpoint
-- Of a table of records. Arguments: the entity, the columns that are no fields, and those that name a record once it
-- is gone: read by name, for turning a whole row into jsonb would cost an import more than its insert.
CREATE OR REPLACE FUNCTION draft_records() RETURNS trigger LANGUAGE plpgsql AS $$
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
		SELECT array_agg(ROW (0, of_entity, id, d.field, '', d.before, d.after, now())::draft_changes) INTO changes
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
END $$;--> statement-breakpoint
-- Of a table of pairs, seen from one side. Arguments: the entity, the column of its id, the field, the column of what
-- the record is paired with, and the columns that make the value of a pair; none: what it is paired with.
CREATE OR REPLACE FUNCTION draft_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
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
		'SELECT array_agg(ROW (0, $1, coalesce(o.id, n.id), $2, coalesce(o.item, n.item), o.value, n.value, now())::draft_changes)
		FROM (%s) o FULL JOIN (%s) n ON n.id = o.id AND n.item = o.item WHERE o.value IS DISTINCT FROM n.value',
		CASE TG_OP WHEN 'INSERT' THEN nothing ELSE pairs || 'old_rows' END,
		CASE TG_OP WHEN 'DELETE' THEN nothing ELSE pairs || 'new_rows' END
	) INTO changes USING TG_ARGV[0], TG_ARGV[2];
	IF changes IS NULL THEN RETURN NULL; END IF;
	draft := held_draft();
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, TG_ARGV[0], changes); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Of the order of products in a matrix, which is one value: all of them from the first to the last.
CREATE OR REPLACE FUNCTION draft_matrix_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changes draft_changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	SELECT array_agg(ROW (0, 'matrices', matrix_id, 'products_order', '', was, is_now, now())::draft_changes) INTO changes
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
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_products_added AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,sku,barcode');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_products_changed AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,sku,barcode');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_products_removed AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,sku,barcode');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_models_added AFTER INSERT ON "models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_models_changed AFTER UPDATE ON "models" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_models_removed AFTER DELETE ON "models" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_matrices_added AFTER INSERT ON "matrices" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_matrices_changed AFTER UPDATE ON "matrices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_matrices_removed AFTER DELETE ON "matrices" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count', 'name,code');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_categories_added AFTER INSERT ON "categories" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform', 'name,platform,parent_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_categories_changed AFTER UPDATE ON "categories" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform', 'name,platform,parent_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER draft_categories_removed AFTER DELETE ON "categories" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform', 'name,platform,parent_id');
