CREATE TABLE "barcode_prefixes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "barcode_prefixes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"prefix" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("prefix", '') || E'\n' || coalesce("name", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "barcode_prefixes_prefix_unique" UNIQUE("prefix")
);
