CREATE TABLE "sending_cafes" (
	"run_id" integer NOT NULL,
	"cafe_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "sending_cafes_run_id_cafe_id_pk" PRIMARY KEY("run_id","cafe_id")
);
--> statement-breakpoint
CREATE TABLE "sending_log" (
	"run_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"product_id" integer,
	CONSTRAINT "sending_log_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "sendings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sendings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"is_broken" boolean DEFAULT false NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"products" integer NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"bytes_sent" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_media" (
	"cafe_id" integer NOT NULL,
	"path" text collate "C" NOT NULL,
	"hash" text NOT NULL,
	"destination" text NOT NULL,
	CONSTRAINT "sent_media_cafe_id_path_pk" PRIMARY KEY("cafe_id","path")
);
--> statement-breakpoint
CREATE TABLE "cafes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cafes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"kind" text DEFAULT 'http' NOT NULL,
	"address" text,
	"folder" text,
	"has_key" boolean DEFAULT false NOT NULL,
	"key_salt" text,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("address", '') || E'\n' || coalesce("folder", '')) collate "und-x-icu"), 'ё', 'е')) STORED
);
--> statement-breakpoint
ALTER TABLE "sending_cafes" ADD CONSTRAINT "sending_cafes_run_id_sendings_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sendings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sending_log" ADD CONSTRAINT "sending_log_run_id_sendings_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sendings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_media" ADD CONSTRAINT "sent_media_cafe_id_cafes_id_fk" FOREIGN KEY ("cafe_id") REFERENCES "public"."cafes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sendings_one_active" ON "sendings" USING btree ((true)) WHERE "sendings"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "sendings_user" ON "sendings" USING btree ("user_id");