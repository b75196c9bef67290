ALTER TABLE "models" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "reference_values" ADD COLUMN "updated_by" integer;