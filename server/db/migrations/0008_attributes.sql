ALTER TABLE "models" ADD COLUMN "attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "models" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '') || E'\n' || translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', '')) collate "und-x-icu"), 'ё', 'е')) STORED;--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("sku", '') || E'\n' || coalesce("barcode", '') || E'\n' || translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', '')) collate "und-x-icu"), 'ё', 'е')) STORED;--> statement-breakpoint
-- Gone with the column that it was made of.
CREATE INDEX "models_search" ON "models" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "models_attributes" ON "models" USING gin ("attributes");--> statement-breakpoint
CREATE INDEX "products_attributes" ON "products" USING gin ("attributes");