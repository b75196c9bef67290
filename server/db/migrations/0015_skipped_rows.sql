CREATE TABLE "import_skipped" (
	"run_id" integer NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "import_skipped_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
ALTER TABLE "import_skipped" ADD CONSTRAINT "import_skipped_run_id_imports_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "models_description_none" ON "models" USING btree ("name" NULLS FIRST,"id") WHERE "models"."description" is null;--> statement-breakpoint
CREATE INDEX "products_description_none" ON "products" USING btree ("name" NULLS FIRST,"id") WHERE "products"."description" is null;