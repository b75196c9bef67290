CREATE TABLE "import_schedules" (
	"profile_id" integer PRIMARY KEY NOT NULL,
	"source" jsonb NOT NULL,
	"time" jsonb NOT NULL,
	"starts" boolean NOT NULL,
	"set_by" integer NOT NULL,
	"acted_by" integer,
	"set_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"reading" text,
	"reading_until" timestamp (3) with time zone,
	"seen" jsonb NOT NULL,
	"etag" text,
	"last_modified" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last" jsonb
);
--> statement-breakpoint
CREATE TABLE "import_taken_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_taken_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"profile_id" integer NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"why" jsonb NOT NULL,
	"prepared_id" integer,
	"run_id" integer
);
--> statement-breakpoint
ALTER TABLE "prepared_imports" ADD COLUMN "audience" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_schedules" ADD CONSTRAINT "import_schedules_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_prepared_id_prepared_imports_id_fk" FOREIGN KEY ("prepared_id") REFERENCES "public"."prepared_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_schedules_next_at" ON "import_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "import_taken_tables_hash" ON "import_taken_tables" USING btree ("profile_id","hash");--> statement-breakpoint
CREATE INDEX "import_taken_tables_prepared" ON "import_taken_tables" USING btree ("prepared_id");