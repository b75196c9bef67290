CREATE TABLE "attributes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attributes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text NOT NULL,
	"kind" text DEFAULT 'text' NOT NULL,
	"unit" text collate "und-x-icu",
	"reference" text,
	"per_language" boolean DEFAULT false NOT NULL,
	"applies_to" text DEFAULT 'products' NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"order" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED,
	CONSTRAINT "attributes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "languages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text NOT NULL,
	"order" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED,
	CONSTRAINT "languages_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "reference_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text NOT NULL,
	"declared" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED,
	CONSTRAINT "reference_lists_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "currency" text DEFAULT 'RUB' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '') || E'\n' || coalesce("platform", '')) collate "und-x-icu"), 'ё', 'е')) STORED;--> statement-breakpoint
ALTER TABLE "attributes" ADD CONSTRAINT "attributes_reference_reference_lists_code_fk" FOREIGN KEY ("reference") REFERENCES "public"."reference_lists"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
-- Texts for each language need one to begin with.
INSERT INTO "languages" ("name", "code", "order") VALUES ('Русский', 'ru', 1);--> statement-breakpoint
-- Values that are there belong to references that the program declared until now.
INSERT INTO "reference_lists" ("name", "code", "declared") SELECT DISTINCT "reference", "reference", true FROM "reference_values";--> statement-breakpoint
ALTER TABLE "reference_values" ADD CONSTRAINT "reference_values_reference_reference_lists_code_fk" FOREIGN KEY ("reference") REFERENCES "public"."reference_lists"("code") ON DELETE no action ON UPDATE cascade;