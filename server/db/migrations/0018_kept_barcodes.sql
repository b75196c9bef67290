CREATE INDEX "products_kept_barcode" ON "products" USING btree ((case when length("barcode") in (8, 12, 13, 14) then lpad("barcode", 14, '0') else "barcode" end)) WHERE "products"."keeps_barcode";--> statement-breakpoint
-- A product that shares its GTIN is exempt only as long as it keeps its barcode and another product has the same GTIN.
CREATE FUNCTION guard_changed_barcode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.keeps_barcode := false;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_barcode_changed BEFORE UPDATE ON products FOR EACH ROW WHEN (OLD.keeps_barcode AND NEW.barcode IS DISTINCT FROM OLD.barcode) EXECUTE FUNCTION guard_changed_barcode();--> statement-breakpoint
CREATE FUNCTION guard_kept_barcode() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	gtin text := CASE WHEN length(OLD.barcode) IN (8, 12, 13, 14) THEN lpad(OLD.barcode, 14, '0') ELSE OLD.barcode END;
BEGIN
	UPDATE products SET keeps_barcode = false WHERE id = (
		SELECT id FROM products
		WHERE keeps_barcode AND CASE WHEN length(barcode) IN (8, 12, 13, 14) THEN lpad(barcode, 14, '0') ELSE barcode END = gtin
		ORDER BY id LIMIT 1
	) AND NOT EXISTS (
		SELECT FROM products
		WHERE NOT keeps_barcode AND CASE WHEN length(barcode) IN (8, 12, 13, 14) THEN lpad(barcode, 14, '0') ELSE barcode END = gtin
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_kept_barcode_changed AFTER UPDATE ON products FOR EACH ROW WHEN (OLD.barcode IS NOT NULL AND NOT OLD.keeps_barcode AND NEW.barcode IS DISTINCT FROM OLD.barcode) EXECUTE FUNCTION guard_kept_barcode();--> statement-breakpoint
CREATE TRIGGER products_kept_barcode_removed AFTER DELETE ON products FOR EACH ROW WHEN (OLD.barcode IS NOT NULL AND NOT OLD.keeps_barcode) EXECUTE FUNCTION guard_kept_barcode();
