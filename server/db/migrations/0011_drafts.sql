CREATE TABLE "draft_changes" (
	"draft_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"field" text NOT NULL,
	"item" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_changes_draft_id_entity_record_id_field_item_pk" PRIMARY KEY("draft_id","entity","record_id","field","item")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"manager_id" integer,
	"status" text DEFAULT 'current' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"run_id" integer,
	"changes_count" integer DEFAULT 0 NOT NULL,
	"products_count" integer DEFAULT 0 NOT NULL,
	"errors_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_changes" ADD CONSTRAINT "draft_changes_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_changes_record" ON "draft_changes" USING btree ("entity","record_id","draft_id");--> statement-breakpoint
CREATE INDEX "draft_changes_picture" ON "draft_changes" USING btree ("item") WHERE "draft_changes"."field" = 'images';--> statement-breakpoint
CREATE INDEX "draft_changes_void" ON "draft_changes" USING btree ("draft_id") WHERE "draft_changes"."before" is not distinct from "draft_changes"."after";--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_current" ON "drafts" USING btree ("manager_id") WHERE "drafts"."status" = 'current';--> statement-breakpoint
CREATE INDEX "drafts_list" ON "drafts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "drafts_manager" ON "drafts" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "drafts_run" ON "drafts" USING btree ("run_id");--> statement-breakpoint
CREATE FUNCTION change_author() RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT nullif(current_setting('vitrina.by', true), '')::integer
$$;--> statement-breakpoint
-- The author's current draft, held until the end of the transaction: whoever closes it waits, and the next change
-- opens another. Null where there is no author. `vitrina.draft` tells the transaction that it changed one.
CREATE FUNCTION held_draft() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	author integer := change_author();
	draft integer := nullif(current_setting('vitrina.draft', true), '');
BEGIN
	IF draft IS NOT NULL THEN RETURN draft; END IF;
	LOOP
		SELECT id INTO draft FROM drafts WHERE manager_id = author AND status = 'current' FOR UPDATE;
		EXIT WHEN FOUND;
		PERFORM FROM users WHERE id = author;
		EXIT WHEN NOT FOUND;
		INSERT INTO drafts (manager_id) VALUES (author) ON CONFLICT DO NOTHING RETURNING id INTO draft;
		EXIT WHEN FOUND;
	END LOOP;
	PERFORM set_config('vitrina.draft', draft::text, true);
	RETURN draft;
END $$;--> statement-breakpoint
-- What a record is called, so that it can be named once it is gone.
CREATE FUNCTION draft_label(record jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_strip_nulls(jsonb_build_object('name', record -> 'name', 'sku', record -> 'sku', 'code', record -> 'code',
		'barcode', record -> 'barcode', 'platform', record -> 'platform', 'parent_id', record -> 'parent_id'))
$$;--> statement-breakpoint
-- What differs between two values of a row by field, each attribute being one; `skipped` are columns that are none.
CREATE FUNCTION draft_difference(was jsonb, now jsonb, skipped text[])
RETURNS TABLE (field text, before jsonb, after jsonb) LANGUAGE sql IMMUTABLE AS $$
	SELECT key, nullif(was -> key, 'null'), nullif(value, 'null')
	FROM jsonb_each(now - skipped) WHERE key <> 'attributes' AND value <> was -> key
	UNION ALL
	SELECT 'attributes.' || coalesce(o.key, n.key), o.value, n.value
	FROM jsonb_each(was -> 'attributes') o FULL JOIN jsonb_each(now -> 'attributes') n ON n.key = o.key
	WHERE was -> 'attributes' <> now -> 'attributes' AND o.value IS DISTINCT FROM n.value
$$;--> statement-breakpoint
-- Adds changes to a draft: the first `before` stays, the last `after` counts, and what is as it was goes.
CREATE FUNCTION keep_changes(draft integer, changes draft_changes[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO draft_changes AS kept (draft_id, entity, record_id, field, item, before, after)
	SELECT draft, entity, record_id, field, item, before, after FROM unnest(changes) AS change
	-- Of a record that was made or removed in the draft there is nothing more to say.
	WHERE NOT EXISTS (
		SELECT FROM draft_changes whole
		WHERE whole.draft_id = draft AND whole.entity = change.entity AND whole.record_id = change.record_id
			AND whole.field = '' AND whole.item = ''
	)
	ON CONFLICT (draft_id, entity, record_id, field, item) DO UPDATE SET after = excluded.after, at = excluded.at;
	DELETE FROM draft_changes WHERE draft_id = draft AND before IS NOT DISTINCT FROM after;
END $$;--> statement-breakpoint
-- Of a table of records. Arguments: the entity, and the columns that are no fields.
CREATE FUNCTION draft_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	of_entity text := TG_ARGV[0];
	skipped text[] := string_to_array(TG_ARGV[1], ',');
	changes draft_changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		INSERT INTO draft_changes (draft_id, entity, record_id, field, item, after)
		SELECT draft, of_entity, id, '', '', draft_label(to_jsonb(new_rows)) FROM new_rows WHERE draft IS NOT NULL;
	ELSIF TG_OP = 'UPDATE' THEN
		SELECT array_agg(ROW (0, of_entity, n.id, d.field, '', d.before, d.after, now())::draft_changes) INTO changes
		FROM old_rows o JOIN new_rows n ON n.id = o.id
		CROSS JOIN LATERAL draft_difference(to_jsonb(o), to_jsonb(n), skipped) d;
		IF changes IS NULL THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		PERFORM keep_changes(draft, changes);
		UPDATE draft_changes c SET after = draft_label(to_jsonb(n)) FROM new_rows n
		WHERE c.draft_id = draft AND c.entity = of_entity AND c.record_id = n.id AND c.field = '' AND c.item = ''
			AND c.after <> draft_label(to_jsonb(n));
	ELSE
		IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
		draft := held_draft();
		IF draft IS NULL THEN RETURN NULL; END IF;
		-- What was made in the draft leaves nothing behind; anything else is named as it was before the draft.
		WITH forgotten AS (
			DELETE FROM draft_changes c USING old_rows o
			WHERE c.draft_id = draft AND c.entity = of_entity AND c.record_id = o.id
			RETURNING c.record_id, c.field, c.item, c.before
		), known AS (
			SELECT record_id, bool_or(field = '') AS is_new, jsonb_object_agg(field, before) FILTER (WHERE item = '') AS was
			FROM forgotten GROUP BY record_id
		)
		INSERT INTO draft_changes (draft_id, entity, record_id, field, item, before)
		SELECT draft, of_entity, o.id, '', '', draft_label(to_jsonb(o) || coalesce(known.was, '{}'))
		FROM old_rows o LEFT JOIN known ON known.record_id = o.id WHERE known.is_new IS NOT TRUE;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Of a table of pairs, seen from one side. Arguments: the entity, the column of its id, the field, the column of what
-- the record is paired with, and the columns that make the value of a pair; none: what it is paired with.
CREATE FUNCTION draft_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
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
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, changes); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Of the order of products in a matrix, which is one value: all of them from the first to the last.
CREATE FUNCTION draft_matrix_order() RETURNS trigger LANGUAGE plpgsql AS $$
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
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, changes); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER draft_products_added AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_products_changed AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_products_removed AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('nomenclature', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_models_added AFTER INSERT ON "models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_models_changed AFTER UPDATE ON "models" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_models_removed AFTER DELETE ON "models" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('catalog', 'id,created_at,updated_at,version,updated_by,search,picture');--> statement-breakpoint
CREATE TRIGGER draft_matrices_added AFTER INSERT ON "matrices" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count');--> statement-breakpoint
CREATE TRIGGER draft_matrices_changed AFTER UPDATE ON "matrices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count');--> statement-breakpoint
CREATE TRIGGER draft_matrices_removed AFTER DELETE ON "matrices" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('matrices', 'id,created_at,updated_at,version,updated_by,search,author,products_count');--> statement-breakpoint
CREATE TRIGGER draft_categories_added AFTER INSERT ON "categories" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform');--> statement-breakpoint
CREATE TRIGGER draft_categories_changed AFTER UPDATE ON "categories" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform');--> statement-breakpoint
CREATE TRIGGER draft_categories_removed AFTER DELETE ON "categories" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_records('categories', 'id,platform');--> statement-breakpoint
CREATE TRIGGER draft_product_models_added AFTER INSERT ON "product_models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'model_ids', 'model_id', '');--> statement-breakpoint
CREATE TRIGGER draft_product_models_removed AFTER DELETE ON "product_models" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'model_ids', 'model_id', '');--> statement-breakpoint
CREATE TRIGGER draft_model_products_added AFTER INSERT ON "product_models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'model_id', 'product_ids', 'product_id', '');--> statement-breakpoint
CREATE TRIGGER draft_model_products_removed AFTER DELETE ON "product_models" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'model_id', 'product_ids', 'product_id', '');--> statement-breakpoint
CREATE TRIGGER draft_product_categories_added AFTER INSERT ON "product_categories" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'categories', 'category_id', '');--> statement-breakpoint
CREATE TRIGGER draft_product_categories_removed AFTER DELETE ON "product_categories" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'categories', 'category_id', '');--> statement-breakpoint
CREATE TRIGGER draft_model_categories_added AFTER INSERT ON "model_categories" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'model_id', 'categories', 'category_id', '');--> statement-breakpoint
CREATE TRIGGER draft_model_categories_removed AFTER DELETE ON "model_categories" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'model_id', 'categories', 'category_id', '');--> statement-breakpoint
CREATE TRIGGER draft_product_prices_added AFTER INSERT ON "product_prices" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'prices', 'project_id', 'amount,currency');--> statement-breakpoint
CREATE TRIGGER draft_product_prices_changed AFTER UPDATE ON "product_prices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'prices', 'project_id', 'amount,currency');--> statement-breakpoint
CREATE TRIGGER draft_product_prices_removed AFTER DELETE ON "product_prices" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'product_id', 'prices', 'project_id', 'amount,currency');--> statement-breakpoint
CREATE TRIGGER draft_product_images_added AFTER INSERT ON "product_images" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_product_images_changed AFTER UPDATE ON "product_images" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_product_images_removed AFTER DELETE ON "product_images" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('nomenclature', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_model_images_added AFTER INSERT ON "model_images" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_model_images_changed AFTER UPDATE ON "model_images" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_model_images_removed AFTER DELETE ON "model_images" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('catalog', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');--> statement-breakpoint
CREATE TRIGGER draft_matrix_products_added AFTER INSERT ON "matrix_products" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('matrices', 'matrix_id', 'products', 'product_id', '');--> statement-breakpoint
CREATE TRIGGER draft_matrix_products_removed AFTER DELETE ON "matrix_products" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_pairs('matrices', 'matrix_id', 'products', 'product_id', '');--> statement-breakpoint
CREATE TRIGGER draft_matrix_products_order_changed AFTER UPDATE ON "matrix_products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION draft_matrix_order();
