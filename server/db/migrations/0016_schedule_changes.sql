CREATE TABLE "import_schedule_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_schedule_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"profile_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"changed_by" integer NOT NULL,
	"acted_by" integer,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "import_schedule_changes" ADD CONSTRAINT "import_schedule_changes_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_schedule_changes_profile" ON "import_schedule_changes" USING btree ("profile_id","id");