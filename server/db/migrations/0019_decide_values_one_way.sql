-- A window that still shows the removed choice has to see the table again before it can import it.
UPDATE "prepared_imports" SET "revision" = "revision" + 1 WHERE "create";--> statement-breakpoint
ALTER TABLE "prepared_imports" DROP COLUMN "create";