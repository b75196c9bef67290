ALTER TABLE "sync_runs" DROP CONSTRAINT "sync_runs_user_id_users_id_fk";
--> statement-breakpoint
CREATE INDEX "import_log_faults" ON "import_log" USING btree ("run_id","row") WHERE "import_log"."level" = 'error';