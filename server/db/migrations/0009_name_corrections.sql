ALTER TABLE "prepared_imports" RENAME COLUMN "mends" TO "corrections";--> statement-breakpoint
UPDATE "import_sources" SET "edits" = ("edits" - 'mends') || jsonb_build_object('corrections', "edits" -> 'mends') WHERE "edits" ? 'mends';
