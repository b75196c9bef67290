CREATE TABLE "run_log" (
	"run_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"of" jsonb,
	CONSTRAINT "run_log_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"is_tidy" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
-- Publications keep their numbers, by which feeds and drafts name them; imports and sendings come after them.
CREATE TEMPORARY TABLE run_offsets ON COMMIT DROP AS SELECT
	(SELECT coalesce(max(id), 0) FROM sync_runs) AS imports,
	(SELECT coalesce(max(id), 0) FROM sync_runs) + (SELECT coalesce(max(id), 0) FROM imports) AS sendings;--> statement-breakpoint
INSERT INTO runs (id, kind, user_id, status, progress, counts, details, started_at, finished_at, heartbeat_at, is_tidy)
	OVERRIDING SYSTEM VALUE
	SELECT id, 'publication', user_id, status, progress,
		jsonb_build_object('published', count_published, 'removed', count_removed, 'unchanged', count_unchanged, 'faulty', count_faulty),
		jsonb_build_object('only_failed', only_failed), started_at, finished_at, heartbeat_at, is_tidy FROM sync_runs
	UNION ALL
	SELECT id + run_offsets.imports, 'import', user_id, status, progress,
		jsonb_build_object('new', count_new, 'changed', count_changed, 'unchanged', count_unchanged, 'faulty', count_faulty),
		jsonb_build_object('file_name', file_name), started_at, finished_at, heartbeat_at, false FROM imports, run_offsets
	UNION ALL
	SELECT id + run_offsets.sendings, 'sending', user_id, CASE WHEN is_broken THEN 'failed' ELSE status END, progress, '{}',
		jsonb_build_object('products', products, 'bytes', bytes, 'bytes_sent', bytes_sent),
		started_at, finished_at, heartbeat_at, false FROM sendings, run_offsets;--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('runs', 'id'), coalesce(max(id), 0) + 1, false) FROM runs;--> statement-breakpoint
INSERT INTO run_log (run_id, seq, level, text, "of")
	SELECT run_id, seq, level, text, nullif(jsonb_strip_nulls(jsonb_build_object(
		'record', CASE WHEN entity <> 'categories' AND record_id IS NOT NULL THEN jsonb_build_object('resource', entity, 'id', record_id) END,
		'field', field)), '{}') FROM sync_log
	UNION ALL
	SELECT run_id + run_offsets.imports, seq, level, text, nullif(jsonb_strip_nulls(jsonb_build_object(
		'row', "row", 'column', "column", 'value', value)), '{}') FROM import_log, run_offsets
	UNION ALL
	SELECT run_id + run_offsets.sendings, seq, level, text, nullif(jsonb_strip_nulls(jsonb_build_object(
		'product_id', product_id)), '{}') FROM sending_log, run_offsets;--> statement-breakpoint
ALTER TABLE "sync_run_projects" DROP CONSTRAINT "sync_run_projects_run_id_sync_runs_id_fk";--> statement-breakpoint
ALTER TABLE "import_skipped" DROP CONSTRAINT "import_skipped_run_id_imports_id_fk";--> statement-breakpoint
ALTER TABLE "sending_cafes" DROP CONSTRAINT "sending_cafes_run_id_sendings_id_fk";--> statement-breakpoint
-- By way of negative numbers, so that none is met that is not moved yet.
UPDATE import_skipped SET run_id = -(run_id + run_offsets.imports) FROM run_offsets;--> statement-breakpoint
UPDATE import_skipped SET run_id = -run_id;--> statement-breakpoint
UPDATE sending_cafes SET run_id = -(run_id + run_offsets.sendings) FROM run_offsets;--> statement-breakpoint
UPDATE sending_cafes SET run_id = -run_id;--> statement-breakpoint
UPDATE notifications SET link = '/content/nomenclature/import?run=' || (substring(link FROM '[0-9]+$')::integer + run_offsets.imports)
	FROM run_offsets WHERE link ~ '^/content/nomenclature/import\?run=[0-9]+$';--> statement-breakpoint
UPDATE notifications SET link = '/content/nomenclature/send-media?run=' || (substring(link FROM '[0-9]+$')::integer + run_offsets.sendings)
	FROM run_offsets WHERE link ~ '^/content/nomenclature/send-media\?run=[0-9]+$';--> statement-breakpoint
-- Keeps which records are written while a publication is on. Argument: the entity.
CREATE OR REPLACE FUNCTION touch_for_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM runs WHERE kind = 'publication' AND status = 'processing') THEN RETURN NULL; END IF;
	IF TG_OP = 'DELETE' THEN
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM old_rows;
	ELSE
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM new_rows;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TABLE "sync_log";--> statement-breakpoint
DROP TABLE "sync_runs";--> statement-breakpoint
DROP TABLE "import_log";--> statement-breakpoint
DROP TABLE "imports";--> statement-breakpoint
DROP TABLE "sending_log";--> statement-breakpoint
DROP TABLE "sendings";--> statement-breakpoint
ALTER TABLE "run_log" ADD CONSTRAINT "run_log_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_log_faults" ON "run_log" USING btree ("run_id",(("of" ->> 'row')::integer)) WHERE "run_log"."level" = 'error';--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("kind") WHERE "runs"."status" in ('processing', 'post_processing');--> statement-breakpoint
CREATE INDEX "runs_kind" ON "runs" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "runs_user" ON "runs" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "sync_run_projects" ADD CONSTRAINT "sync_run_projects_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_skipped" ADD CONSTRAINT "import_skipped_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sending_cafes" ADD CONSTRAINT "sending_cafes_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;