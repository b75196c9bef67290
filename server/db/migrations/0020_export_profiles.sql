CREATE TABLE "export_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"file" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" integer NOT NULL,
	"acted_by" integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX "export_profiles_name" ON "export_profiles" USING btree ("resource",lower("name"));