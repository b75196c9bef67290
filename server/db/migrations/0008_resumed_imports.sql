CREATE TABLE "import_rows" (
	"run_id" integer NOT NULL,
	"row" integer NOT NULL,
	"product_id" integer NOT NULL,
	"keys_before" jsonb,
	CONSTRAINT "import_rows_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
CREATE TABLE "import_sources" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"arrangement" jsonb NOT NULL,
	"edits" jsonb
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_sources" ADD CONSTRAINT "import_sources_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;