CREATE TABLE "history_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"keep_days" integer NOT NULL,
	"price_percent" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "changes_record";--> statement-breakpoint
CREATE INDEX "batches_content" ON "batches" USING gin ("summary" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "changes_project" ON "changes" USING btree ("item","batch_id") WHERE "changes"."field" = 'prices';--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("entity","record_id","batch_id");