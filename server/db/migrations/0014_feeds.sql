CREATE TABLE "feed_failures" (
	"project_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"faults" text[] NOT NULL,
	CONSTRAINT "feed_failures_project_id_entity_record_id_pk" PRIMARY KEY("project_id","entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "feed_items" (
	"project_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "feed_items_project_id_entity_record_id_pk" PRIMARY KEY("project_id","entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "feed_staged" (
	"run_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"content" jsonb,
	"faults" text[],
	CONSTRAINT "feed_staged_run_id_project_id_entity_record_id_pk" PRIMARY KEY("run_id","project_id","entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"project_id" integer PRIMARY KEY NOT NULL,
	"run_id" integer,
	"published_at" timestamp (3) with time zone,
	"drafts_run_id" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"settings" text,
	"key_hash" text
);
--> statement-breakpoint
CREATE TABLE "sync_log" (
	"run_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"entity" text,
	"record_id" integer,
	"field" text,
	CONSTRAINT "sync_log_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "sync_run_projects" (
	"run_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"published" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sync_run_projects_run_id_project_id_pk" PRIMARY KEY("run_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"only_failed" boolean NOT NULL,
	"count_published" integer DEFAULT 0 NOT NULL,
	"count_removed" integer DEFAULT 0 NOT NULL,
	"count_unchanged" integer DEFAULT 0 NOT NULL,
	"count_faulty" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_failures" ADD CONSTRAINT "feed_failures_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_items" ADD CONSTRAINT "feed_items_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_staged" ADD CONSTRAINT "feed_staged_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_staged" ADD CONSTRAINT "feed_staged_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_log" ADD CONSTRAINT "sync_log_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_projects" ADD CONSTRAINT "sync_run_projects_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_projects" ADD CONSTRAINT "sync_run_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_staged_project" ON "feed_staged" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "sync_run_projects_project" ON "sync_run_projects" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_active" ON "sync_runs" USING btree ((true)) WHERE "sync_runs"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "sync_runs_user" ON "sync_runs" USING btree ("user_id");