DROP TABLE "feed_staged";--> statement-breakpoint
CREATE TABLE "sync_touched" (
	"entity" text NOT NULL,
	"record_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_failures" DROP CONSTRAINT "feed_failures_project_id_entity_record_id_pk";--> statement-breakpoint
ALTER TABLE "feed_items" DROP CONSTRAINT "feed_items_project_id_entity_record_id_pk";--> statement-breakpoint
ALTER TABLE "drafts" ALTER COLUMN "changes_count" DROP DEFAULT, ALTER COLUMN "changes_count" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ALTER COLUMN "products_count" DROP DEFAULT, ALTER COLUMN "products_count" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ALTER COLUMN "errors_count" DROP DEFAULT, ALTER COLUMN "errors_count" DROP NOT NULL;--> statement-breakpoint
UPDATE "drafts" SET "changes_count" = NULL, "products_count" = NULL, "errors_count" = NULL WHERE "status" = 'current';--> statement-breakpoint
ALTER TABLE "feed_failures" ALTER COLUMN "faults" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_items" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
-- What is served by now is older than every run to come.
ALTER TABLE "feed_failures" ADD COLUMN "since" integer DEFAULT 0 NOT NULL, ADD COLUMN "delta" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_items" ADD COLUMN "since" integer DEFAULT 0 NOT NULL, ADD COLUMN "delta" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_failures" ALTER COLUMN "since" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "feed_items" ALTER COLUMN "since" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "feed_failures" ADD CONSTRAINT "feed_failures_project_id_entity_record_id_since_pk" PRIMARY KEY("project_id","entity","record_id","since");--> statement-breakpoint
ALTER TABLE "feed_items" ADD CONSTRAINT "feed_items_project_id_entity_record_id_since_pk" PRIMARY KEY("project_id","entity","record_id","since");--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "records_count" integer DEFAULT 0 NOT NULL, ADD COLUMN "categories_count" integer DEFAULT 0 NOT NULL, ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "feeds" f SET
	"records_count" = (SELECT count(*) FROM "feed_items" i WHERE i.project_id = f.project_id AND i.entity <> 'categories'),
	"categories_count" = (SELECT count(*) FROM "feed_items" i WHERE i.project_id = f.project_id AND i.entity = 'categories'),
	"failed_count" = (SELECT count(*) FROM "feed_failures" l WHERE l.project_id = f.project_id AND l.faults <> '{}');--> statement-breakpoint
CREATE INDEX "feed_failures_since" ON "feed_failures" USING btree ("since","project_id","entity","record_id");--> statement-breakpoint
CREATE INDEX "feed_items_since" ON "feed_items" USING btree ("since","project_id","entity","record_id");--> statement-breakpoint
-- Keeps which records are written while a run is on. Argument: the entity.
CREATE FUNCTION touch_for_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM sync_runs WHERE status = 'processing') THEN RETURN NULL; END IF;
	IF TG_OP = 'DELETE' THEN
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM old_rows;
	ELSE
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM new_rows;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER touched_products_added AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');--> statement-breakpoint
CREATE TRIGGER touched_products_changed AFTER UPDATE ON "products" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');--> statement-breakpoint
CREATE TRIGGER touched_products_removed AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');--> statement-breakpoint
CREATE TRIGGER touched_models_added AFTER INSERT ON "models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');--> statement-breakpoint
CREATE TRIGGER touched_models_changed AFTER UPDATE ON "models" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');--> statement-breakpoint
CREATE TRIGGER touched_models_removed AFTER DELETE ON "models" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');
