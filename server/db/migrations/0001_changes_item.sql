DROP INDEX "changes_project";--> statement-breakpoint
DROP INDEX "changes_picture";--> statement-breakpoint
CREATE INDEX "changes_item" ON "changes" USING btree ("field","item","batch_id") WHERE "changes"."field" in ('prices', 'images', 'products');