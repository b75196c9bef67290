DROP INDEX "products_barcode_unique";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "keeps_barcode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Products that have the same GTIN already stay as they are: all but the first are exempt from the index.
UPDATE "products" SET "keeps_barcode" = true FROM (
	SELECT "id", row_number() OVER (
		PARTITION BY CASE WHEN length("barcode") IN (8, 12, 13, 14) THEN lpad("barcode", 14, '0') ELSE "barcode" END
		ORDER BY "id"
	) AS place FROM "products" WHERE "barcode" IS NOT NULL
) same WHERE same."id" = "products"."id" AND same.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "products_barcode_unique" ON "products" USING btree ((case when length("barcode") in (8, 12, 13, 14) then lpad("barcode", 14, '0') else "barcode" end)) WHERE not "products"."keeps_barcode";