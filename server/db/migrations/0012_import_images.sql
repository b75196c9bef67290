CREATE TABLE "import_images" (
	"run_id" integer NOT NULL,
	"row" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sources" jsonb NOT NULL,
	CONSTRAINT "import_images_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
DROP INDEX "run_log_faults";--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "image_archive" text;--> statement-breakpoint
ALTER TABLE "prepared_imports" ADD COLUMN "image_archive" jsonb;--> statement-breakpoint
CREATE INDEX "run_log_rows" ON "run_log" USING btree ("run_id",(("of" ->> 'row')::integer)) WHERE (("run_log"."of" ->> 'row')::integer) is not null;