CREATE TABLE "import_profile_versions" (
	"profile_id" integer NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"arrangement" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" integer NOT NULL,
	"acted_by" integer,
	"changes" jsonb,
	"restored_from" timestamp (3) with time zone,
	CONSTRAINT "import_profile_versions_profile_id_updated_at_pk" PRIMARY KEY("profile_id","updated_at")
);
--> statement-breakpoint
ALTER TABLE "import_profiles" ADD COLUMN "acted_by" integer;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD COLUMN "restored_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD COLUMN "last_run_id" integer;--> statement-breakpoint
ALTER TABLE "import_profile_versions" ADD CONSTRAINT "import_profile_versions_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_last_run_id_runs_id_fk" FOREIGN KEY ("last_run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;