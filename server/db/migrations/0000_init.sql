CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "avatars" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "avatars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "avatars_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "image_versions" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
CREATE TABLE "model_categories" (
	"model_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "model_categories_model_id_category_id_pk" PRIMARY KEY("model_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "model_images" (
	"record_id" integer NOT NULL,
	"key" text NOT NULL,
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "model_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"position" integer NOT NULL,
	"is_main" boolean NOT NULL,
	"alt" jsonb NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"ending" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"product_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"record_id" integer NOT NULL,
	"key" text NOT NULL,
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"position" integer NOT NULL,
	"is_main" boolean NOT NULL,
	"alt" jsonb NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_models" (
	"product_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	CONSTRAINT "product_models_product_id_model_id_pk" PRIMARY KEY("product_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_resets_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "role_permissions" (
	"role_id" integer NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "role_permissions_role_id_slug_pk" PRIMARY KEY("role_id","slug")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"slug" text collate "und-x-icu" NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"declared" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("slug", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "roles_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"actor_session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "socket_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"free_at" timestamp (3) with time zone NOT NULL,
	"forget_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_permissions" (
	"user_id" integer NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "user_permissions_user_id_slug_pk" PRIMARY KEY("user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" GENERATED ALWAYS AS ("last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", '')) STORED NOT NULL,
	"email" text collate "und-x-icu" NOT NULL,
	"password" text NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"first_name" text collate "und-x-icu" NOT NULL,
	"last_name" text collate "und-x-icu" NOT NULL,
	"middle_name" text collate "und-x-icu",
	"last_seen" timestamp (3) with time zone,
	"language" text,
	"avatar" text,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", ''), '') || E'\n' || coalesce("email", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"acted_by" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'save' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"summary" jsonb
);
--> statement-breakpoint
CREATE TABLE "history_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"keep_days" integer NOT NULL,
	"price_percent" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash" (
	"entity" text collate "C" NOT NULL,
	"record_id" integer NOT NULL,
	"batch_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "trash_entity_record_id_pk" PRIMARY KEY("entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"parent_id" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"position" double precision NOT NULL,
	CONSTRAINT "categories_platform_id" UNIQUE("platform","id")
);
--> statement-breakpoint
CREATE TABLE "category_trees" (
	"platform" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" integer,
	"acted_by" integer
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"batch_id" integer NOT NULL,
	"draft_id" integer NOT NULL,
	"entity" text collate "C" NOT NULL,
	"record_id" integer NOT NULL,
	"field" text collate "C" NOT NULL,
	"item" text collate "C" NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_first" boolean DEFAULT true NOT NULL,
	"is_last" boolean DEFAULT true NOT NULL,
	CONSTRAINT "changes_batch_id_entity_record_id_field_item_draft_id_pk" PRIMARY KEY("batch_id","entity","record_id","field","item","draft_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"manager_id" integer,
	"status" text DEFAULT 'current' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"run_id" integer,
	"changes_count" integer,
	"products_count" integer,
	"errors_count" integer
);
--> statement-breakpoint
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
CREATE TABLE "feed_failures" (
	"project_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"since" integer NOT NULL,
	"delta" smallint DEFAULT 0 NOT NULL,
	"faults" text[],
	CONSTRAINT "feed_failures_project_id_entity_record_id_since_pk" PRIMARY KEY("project_id","entity","record_id","since")
);
--> statement-breakpoint
CREATE TABLE "feed_items" (
	"project_id" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" integer NOT NULL,
	"since" integer NOT NULL,
	"delta" smallint DEFAULT 0 NOT NULL,
	"content" jsonb,
	CONSTRAINT "feed_items_project_id_entity_record_id_since_pk" PRIMARY KEY("project_id","entity","record_id","since")
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
	"key_hash" text,
	"records_count" integer DEFAULT 0 NOT NULL,
	"categories_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "sync_touched" (
	"entity" text NOT NULL,
	"record_id" integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "import_schedules" (
	"profile_id" integer PRIMARY KEY NOT NULL,
	"source" jsonb NOT NULL,
	"time" jsonb NOT NULL,
	"starts" boolean NOT NULL,
	"set_by" integer NOT NULL,
	"acted_by" integer,
	"set_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"reading" text,
	"reading_until" timestamp (3) with time zone,
	"seen" jsonb NOT NULL,
	"etag" text,
	"last_modified" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last" jsonb
);
--> statement-breakpoint
CREATE TABLE "import_taken_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_taken_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"profile_id" integer NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"why" jsonb NOT NULL,
	"prepared_id" integer,
	"run_id" integer
);
--> statement-breakpoint
CREATE TABLE "import_images" (
	"run_id" integer NOT NULL,
	"row" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sources" jsonb NOT NULL,
	CONSTRAINT "import_images_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
CREATE TABLE "import_outcomes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_outcomes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"to_row" integer,
	"outcomes" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_present_products" (
	"run_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "import_present_products_run_id_product_id_pk" PRIMARY KEY("run_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "import_profile_products" (
	"profile_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "import_profile_products_profile_id_product_id_pk" PRIMARY KEY("profile_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "import_profile_versions" (
	"profile_id" integer NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" integer NOT NULL,
	"acted_by" integer,
	"changes" jsonb,
	"restored_from" timestamp (3) with time zone,
	CONSTRAINT "import_profile_versions_profile_id_updated_at_pk" PRIMARY KEY("profile_id","updated_at")
);
--> statement-breakpoint
CREATE TABLE "import_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text collate "und-x-icu" NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" integer NOT NULL,
	"acted_by" integer,
	"changes" jsonb,
	"restored_from" timestamp (3) with time zone,
	"last_run_id" integer
);
--> statement-breakpoint
CREATE TABLE "import_skipped" (
	"run_id" integer NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "import_skipped_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
CREATE TABLE "import_sources" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"edits" jsonb,
	"image_archive" text
);
--> statement-breakpoint
CREATE TABLE "prepared_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prepared_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"audience" text DEFAULT 'owner' NOT NULL,
	"file_name" text NOT NULL,
	"key" text NOT NULL,
	"clear" boolean DEFAULT false NOT NULL,
	"mapping" jsonb,
	"profile_id" integer,
	"corrections" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"image_archive" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"build" text NOT NULL,
	"secrets_digest" text NOT NULL,
	"files_id" text,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "editing" (
	"session_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "editing_session_id_resource_record_id_pk" PRIMARY KEY("session_id","resource","record_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"build" text NOT NULL,
	"roles" text DEFAULT 'web,worker' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"memory" bigint NOT NULL,
	"busy" real NOT NULL,
	"runs" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_hours" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"requests" integer NOT NULL,
	"failed" integer NOT NULL
);
--> statement-breakpoint
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
	"acted_by" integer,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"deaths" integer DEFAULT 0 NOT NULL,
	"is_tidy" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" integer,
	"user_name" text,
	"actor_id" integer,
	"actor_name" text,
	"network" text DEFAULT '' NOT NULL,
	"about" text collate "C",
	"about_id" integer,
	"about_name" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_refusals" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" integer,
	"about_id" integer,
	"network" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"latest" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "sending_tasks" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"product_ids" integer[] NOT NULL,
	"anew" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_media" (
	"cafe_id" integer NOT NULL,
	"path" text collate "C" NOT NULL,
	"hash" text NOT NULL,
	"destination" text NOT NULL,
	"run_id" integer,
	CONSTRAINT "sent_media_cafe_id_path_pk" PRIMARY KEY("cafe_id","path")
);
--> statement-breakpoint
CREATE TABLE "attributes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attributes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
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
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "attributes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "cafes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cafes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"kind" text DEFAULT 'http' NOT NULL,
	"address" text,
	"folder" text,
	"has_key" boolean DEFAULT false NOT NULL,
	"key_salt" text,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("address", '') || E'\n' || coalesce("folder", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "languages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text NOT NULL,
	"order" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "languages_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"code" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"platform" text NOT NULL,
	"currency" text DEFAULT 'RUB' NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", '') || E'\n' || coalesce("platform", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "projects_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "reference_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text NOT NULL,
	"declared" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED,
	CONSTRAINT "reference_lists_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "reference_values" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"reference" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"order" integer,
	"archived" boolean DEFAULT false NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"brand_id" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"description" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"picture" text,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", '') || E'\n' || translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
CREATE TABLE "matrices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "matrices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"status" text DEFAULT 'draft' NOT NULL,
	"author" integer,
	"products_count" integer DEFAULT 0 NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"access" jsonb DEFAULT '{"users":[],"roles":[]}'::jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("code", ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
CREATE TABLE "matrix_products" (
	"matrix_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "matrix_products_matrix_id_product_id_pk" PRIMARY KEY("matrix_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_prices" (
	"product_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"currency" text DEFAULT 'RUB' NOT NULL,
	CONSTRAINT "product_prices_product_id_project_id_pk" PRIMARY KEY("product_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"acted_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"sku" text collate "und-x-icu",
	"barcode" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"brand_id" integer,
	"unit_id" integer,
	"weight" numeric(9, 3),
	"price" numeric(10, 2),
	"by_weight" boolean DEFAULT false NOT NULL,
	"on_sale_from" date,
	"description" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"picture" text,
	"search" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(coalesce("name", '') || E'\n' || coalesce("sku", '') || E'\n' || coalesce("barcode", '') || E'\n' || translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', ''), NFKD) collate "und-x-icu"), U&'\0300', ''), U&'\0301', ''), U&'\0302', ''), U&'\0303', ''), U&'\0306', ''), U&'\0308', ''), U&'\030a', ''), U&'\030c', ''), U&'\0327', ''), 'a', 'а'), 'b', 'в'), 'c', 'с'), 'e', 'е'), 'h', 'н'), 'k', 'к'), 'm', 'м'), 'o', 'о'), 'p', 'р'), 't', 'т'), 'x', 'х'), 'y', 'у'), ',', '.')) STORED
);
--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_versions" ADD CONSTRAINT "image_versions_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_categories" ADD CONSTRAINT "model_categories_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_categories" ADD CONSTRAINT "model_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_images" ADD CONSTRAINT "model_images_record_id_models_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_images" ADD CONSTRAINT "model_images_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_record_id_products_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_models" ADD CONSTRAINT "product_models_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_models" ADD CONSTRAINT "product_models_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_actor_session_id_sessions_id_fk" FOREIGN KEY ("actor_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_tokens" ADD CONSTRAINT "socket_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_permissions" ADD CONSTRAINT "user_permissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_roles_slug_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("slug") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_platform_category_trees_platform_fk" FOREIGN KEY ("platform") REFERENCES "public"."category_trees"("platform") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_platform_parent_id_categories_platform_id_fk" FOREIGN KEY ("platform","parent_id") REFERENCES "public"."categories"("platform","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_failures" ADD CONSTRAINT "feed_failures_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_items" ADD CONSTRAINT "feed_items_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_projects" ADD CONSTRAINT "sync_run_projects_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_projects" ADD CONSTRAINT "sync_run_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_schedule_changes" ADD CONSTRAINT "import_schedule_changes_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_schedules" ADD CONSTRAINT "import_schedules_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_prepared_id_prepared_imports_id_fk" FOREIGN KEY ("prepared_id") REFERENCES "public"."prepared_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_taken_tables" ADD CONSTRAINT "import_taken_tables_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_outcomes" ADD CONSTRAINT "import_outcomes_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profile_products" ADD CONSTRAINT "import_profile_products_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profile_versions" ADD CONSTRAINT "import_profile_versions_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_last_run_id_runs_id_fk" FOREIGN KEY ("last_run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_skipped" ADD CONSTRAINT "import_skipped_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_sources" ADD CONSTRAINT "import_sources_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_imports" ADD CONSTRAINT "prepared_imports_profile_id_import_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."import_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editing" ADD CONSTRAINT "editing_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editing" ADD CONSTRAINT "editing_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_log" ADD CONSTRAINT "run_log_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sending_cafes" ADD CONSTRAINT "sending_cafes_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sending_tasks" ADD CONSTRAINT "sending_tasks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_media" ADD CONSTRAINT "sent_media_cafe_id_cafes_id_fk" FOREIGN KEY ("cafe_id") REFERENCES "public"."cafes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attributes" ADD CONSTRAINT "attributes_reference_reference_lists_code_fk" FOREIGN KEY ("reference") REFERENCES "public"."reference_lists"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reference_values" ADD CONSTRAINT "reference_values_reference_reference_lists_code_fk" FOREIGN KEY ("reference") REFERENCES "public"."reference_lists"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_brand_id_reference_values_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matrix_products" ADD CONSTRAINT "matrix_products_matrix_id_matrices_id_fk" FOREIGN KEY ("matrix_id") REFERENCES "public"."matrices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matrix_products" ADD CONSTRAINT "matrix_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_reference_values_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_unit_id_reference_values_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "avatars_picture" ON "avatars" USING btree ("key");--> statement-breakpoint
CREATE INDEX "image_versions_picture" ON "image_versions" USING btree ("key");--> statement-breakpoint
CREATE INDEX "model_categories_category" ON "model_categories" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "model_images_key_unique" ON "model_images" USING btree ("record_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "model_images_main" ON "model_images" USING btree ("record_id") WHERE "model_images"."is_main";--> statement-breakpoint
CREATE INDEX "model_images_picture" ON "model_images" USING btree ("key");--> statement-breakpoint
CREATE INDEX "pictures_touched_at" ON "pictures" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_key_unique" ON "product_images" USING btree ("record_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_main" ON "product_images" USING btree ("record_id") WHERE "product_images"."is_main";--> statement-breakpoint
CREATE INDEX "product_images_picture" ON "product_images" USING btree ("key");--> statement-breakpoint
CREATE INDEX "product_models_model" ON "product_models" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_actor" ON "sessions" USING btree ("actor_session_id");--> statement-breakpoint
CREATE INDEX "socket_tokens_session" ON "socket_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "throttles_forget_at" ON "throttles" USING btree ("forget_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "batches_at" ON "batches" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "batches_user" ON "batches" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "batches_kind" ON "batches" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "batches_actor" ON "batches" USING btree ("user_id","acted_by") WHERE "batches"."acted_by" is not null;--> statement-breakpoint
CREATE INDEX "batches_run" ON "batches" USING btree ((("details" ->> 'run_id')::integer)) WHERE "batches"."details" ? 'run_id';--> statement-breakpoint
CREATE INDEX "batches_undone" ON "batches" USING btree ((("details" ->> 'undoes')::integer)) WHERE "batches"."details" ? 'undoes';--> statement-breakpoint
CREATE INDEX "batches_content" ON "batches" USING gin ("summary" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "batches_incomplete" ON "batches" USING btree ("id") WHERE "batches"."summary" is null;--> statement-breakpoint
CREATE INDEX "trash_list" ON "trash" USING btree ("entity","at","record_id");--> statement-breakpoint
CREATE INDEX "trash_at" ON "trash" USING btree ("at");--> statement-breakpoint
CREATE INDEX "trash_batch" ON "trash" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "categories_order" ON "categories" USING btree ("platform","parent_id","position");--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "changes_draft" ON "changes" USING btree ("draft_id","entity","record_id","field","item");--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("entity","record_id","batch_id");--> statement-breakpoint
CREATE INDEX "changes_item" ON "changes" USING btree ("field","item","batch_id") WHERE "changes"."field" in ('prices', 'images', 'products');--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_current" ON "drafts" USING btree ("manager_id") WHERE "drafts"."status" = 'current';--> statement-breakpoint
CREATE INDEX "drafts_list" ON "drafts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "drafts_manager" ON "drafts" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "drafts_run" ON "drafts" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "export_profiles_name" ON "export_profiles" USING btree ("resource",lower("name"));--> statement-breakpoint
CREATE INDEX "feed_failures_since" ON "feed_failures" USING btree ("since","project_id","entity","record_id");--> statement-breakpoint
CREATE INDEX "feed_items_since" ON "feed_items" USING btree ("since","project_id","entity","record_id");--> statement-breakpoint
CREATE INDEX "sync_run_projects_project" ON "sync_run_projects" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "import_schedule_changes_profile" ON "import_schedule_changes" USING btree ("profile_id","id");--> statement-breakpoint
CREATE INDEX "import_schedules_next_at" ON "import_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "import_taken_tables_hash" ON "import_taken_tables" USING btree ("profile_id","hash");--> statement-breakpoint
CREATE INDEX "import_taken_tables_prepared" ON "import_taken_tables" USING btree ("prepared_id");--> statement-breakpoint
CREATE INDEX "import_outcomes_run" ON "import_outcomes" USING btree ("run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "import_profiles_name" ON "import_profiles" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "prepared_imports_user" ON "prepared_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prepared_imports_expires_at" ON "prepared_imports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "editing_record" ON "editing" USING btree ("resource","record_id");--> statement-breakpoint
CREATE INDEX "editing_user" ON "editing" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_created_at" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "run_log_rows" ON "run_log" USING btree ("run_id",(("of" ->> 'row')::integer)) WHERE (("run_log"."of" ->> 'row')::integer) is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("kind") WHERE "runs"."status" in ('processing', 'post_processing');--> statement-breakpoint
CREATE INDEX "runs_kind" ON "runs" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "runs_user" ON "runs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "runs_started_at" ON "runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_about" ON "security_events" USING btree ("about","about_id","at","id");--> statement-breakpoint
CREATE INDEX "security_refusals_since" ON "security_refusals" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "reference_values_name_unique" ON "reference_values" USING btree ("reference",lower("name"));--> statement-breakpoint
CREATE INDEX "reference_values_order_sort" ON "reference_values" USING btree ("reference","order" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_name_sort" ON "reference_values" USING btree ("reference","name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_code_sort" ON "reference_values" USING btree ("reference","code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_updated_at_sort" ON "reference_values" USING btree ("reference","updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_archived_filter" ON "reference_values" USING btree ("reference","archived" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_search" ON "reference_values" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "models_attributes" ON "models" USING gin ("attributes");--> statement-breakpoint
CREATE INDEX "models_description_none" ON "models" USING btree ("id") WHERE "models"."description" is null;--> statement-breakpoint
CREATE INDEX "models_picture_none" ON "models" USING btree ("id") WHERE "models"."picture" is null;--> statement-breakpoint
CREATE INDEX "models_name_sort" ON "models" USING btree ("name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_code_sort" ON "models" USING btree ("code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_status_sort" ON "models" USING btree ("status" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_updated_at_sort" ON "models" USING btree ("updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_created_at_sort" ON "models" USING btree ("created_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_brand_id_filter" ON "models" USING btree ("brand_id" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_search" ON "models" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE UNIQUE INDEX "matrices_code_unique" ON "matrices" USING btree ("code");--> statement-breakpoint
CREATE INDEX "matrices_name_sort" ON "matrices" USING btree ("name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_code_sort" ON "matrices" USING btree ("code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_status_sort" ON "matrices" USING btree ("status" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_products_count_sort" ON "matrices" USING btree ("products_count" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_starts_on_sort" ON "matrices" USING btree ("starts_on" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_ends_on_sort" ON "matrices" USING btree ("ends_on" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_updated_at_sort" ON "matrices" USING btree ("updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_created_at_sort" ON "matrices" USING btree ("created_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_author_filter" ON "matrices" USING btree ("author" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_search" ON "matrices" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "matrix_products_position" ON "matrix_products" USING btree ("matrix_id","position","product_id");--> statement-breakpoint
CREATE INDEX "matrix_products_product" ON "matrix_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_prices_project" ON "product_prices" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_unique" ON "products" USING btree ("sku" collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "products_barcode_unique" ON "products" USING btree ((case when length("barcode") in (8, 12, 13, 14) then lpad("barcode", 14, '0') else "barcode" end));--> statement-breakpoint
CREATE INDEX "products_attributes" ON "products" USING gin ("attributes");--> statement-breakpoint
CREATE INDEX "products_description_none" ON "products" USING btree ("id") WHERE "products"."description" is null;--> statement-breakpoint
CREATE INDEX "products_picture_none" ON "products" USING btree ("id") WHERE "products"."picture" is null;--> statement-breakpoint
CREATE INDEX "products_name_sort" ON "products" USING btree ("name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_sku_sort" ON "products" USING btree ("sku" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_barcode_sort" ON "products" USING btree ("barcode" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_status_sort" ON "products" USING btree ("status" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_weight_sort" ON "products" USING btree ("weight" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_price_sort" ON "products" USING btree ("price" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_on_sale_from_sort" ON "products" USING btree ("on_sale_from" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_updated_at_sort" ON "products" USING btree ("updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_created_at_sort" ON "products" USING btree ("created_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_brand_id_filter" ON "products" USING btree ("brand_id" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_unit_id_filter" ON "products" USING btree ("unit_id" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_by_weight_filter" ON "products" USING btree ("by_weight" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE VIEW "public"."user_rights" AS (select users.id as user_id, held.slug from users
      join roles on roles.slug = users.role join role_permissions held on held.role_id = roles.id
    union select user_id, slug from user_permissions);--> statement-breakpoint
CREATE VIEW "public"."draft_changes" AS (
  select draft_id, entity, record_id, field, item, before, after, at,
    (select acted_by from batches where batches.id = net.batch_id) as acted_by
  from (
    select *, bool_or(field = '' and (before is null or after is null))
      over (partition by draft_id, entity, record_id) as is_whole
    from (
      select draft_id, entity, record_id, field, item, after, at, batch_id,
        case when is_first then before else (
          select earliest.before from changes earliest
          where earliest.draft_id = latest.draft_id and earliest.entity = latest.entity
            and earliest.record_id = latest.record_id and earliest.field = latest.field
            and earliest.item = latest.item and earliest.is_first
        ) end as before
      from changes latest where is_last
    ) ends
  ) net
  where before is distinct from after and (field = '' or not is_whole)
    and (field <> 'products' or before is null or after is null));
--> statement-breakpoint
CREATE FUNCTION change_actor() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
	SELECT nullif(current_setting('vitrina.actor', true), '')::integer
$$;
--> statement-breakpoint
CREATE FUNCTION change_author() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
	SELECT nullif(current_setting('vitrina.by', true), '')::integer
$$;
--> statement-breakpoint
CREATE FUNCTION count_matrix_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	UPDATE matrices SET products_count = products_count + changed.difference
	FROM (
		SELECT matrix_id, (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * count(*) AS difference
		FROM touched GROUP BY matrix_id
	) changed
	WHERE matrices.id = changed.matrix_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION price_amount(value jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    AS $$
	SELECT CASE jsonb_typeof(value) WHEN 'number' THEN value::numeric WHEN 'object' THEN (value ->> 'amount')::numeric END
$$;
--> statement-breakpoint
CREATE FUNCTION row_difference(was jsonb, now jsonb) RETURNS TABLE(field text, before jsonb, after jsonb)
    LANGUAGE sql IMMUTABLE
    AS $$
	SELECT key, nullif(was -> key, 'null'), nullif(value, 'null')
	FROM jsonb_each(now) WHERE key NOT IN ('attributes', 'extra') AND value <> was -> key
	UNION ALL
	SELECT 'attributes.' || coalesce(o.key, n.key), o.value, n.value
	FROM jsonb_each(was -> 'attributes') o FULL JOIN jsonb_each(now -> 'attributes') n ON n.key = o.key
	WHERE was -> 'attributes' <> now -> 'attributes' AND o.value IS DISTINCT FROM n.value
	UNION ALL
	SELECT coalesce(o.key, n.key), nullif(o.value, 'null'), nullif(n.value, 'null')
	FROM jsonb_each(was -> 'extra') o FULL JOIN jsonb_each(now -> 'extra') n ON n.key = o.key
	WHERE was -> 'extra' <> now -> 'extra' AND o.value IS DISTINCT FROM n.value
$$;
--> statement-breakpoint
CREATE FUNCTION record_matrix_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
	given changes[];
BEGIN
	IF is_exempt() THEN RETURN NULL; END IF;
	-- Grouped, not joined: the plan is kept for the connection, and one made for a single row would compare every product
	-- of a matrix with every old row.
	WITH places AS (
		SELECT matrix_id, product_id, (array_agg(position ORDER BY is_new))[1] AS was,
			(array_agg(position ORDER BY is_new DESC))[1] AS is_now
		FROM (
			SELECT matrix_id, product_id, position, false AS is_new FROM old_rows
			UNION ALL
			SELECT matrix_id, product_id, position, true FROM matrix_products
			WHERE matrix_id = ANY (ARRAY (SELECT DISTINCT matrix_id FROM old_rows))
		) states GROUP BY matrix_id, product_id HAVING bool_or(is_new)
	)
	SELECT array_agg(ROW (0, 0, 'matrices', matrix_id, 'products_order', '', was, is_now, now(), true, true)::changes) INTO given
	FROM (
		SELECT matrix_id, jsonb_agg(product_id ORDER BY was, product_id) AS was,
			jsonb_agg(product_id ORDER BY is_now, product_id) AS is_now
		FROM places GROUP BY matrix_id
	) orders WHERE was <> is_now;
	IF given IS NOT NULL THEN PERFORM keep_changes(given, true); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
	of_entity constant text := TG_ARGV[0];
	is_drafted constant boolean := TG_ARGV[1];
	own constant text := TG_ARGV[2];
	of_field constant text := TG_ARGV[3];
	other constant text := TG_ARGV[4];
	nothing constant text := 'SELECT NULL::integer AS id, NULL::text AS item, NULL::jsonb AS value WHERE false';
	-- A pair of a table, as this side sees it.
	pairs constant text := format(
		'SELECT %I AS id, %I::text AS item, %s AS value FROM ', own, other,
		CASE WHEN TG_ARGV[5] = '' THEN format('to_jsonb(%I)', other) ELSE (
			SELECT 'jsonb_build_object(' || string_agg(format('%L, %I', name, name), ', ') || ')'
			FROM unnest(string_to_array(TG_ARGV[5], ',')) name
		) END
	);
	given changes[];
BEGIN
	IF is_exempt() THEN RETURN NULL; END IF;
	EXECUTE format(
		'SELECT array_agg(ROW (0, 0, $1, coalesce(o.id, n.id), $2, coalesce(o.item, n.item), o.value, n.value, now(), true, true)::changes)
		FROM (%s) o FULL JOIN (%s) n ON n.id = o.id AND n.item = o.item WHERE o.value IS DISTINCT FROM n.value',
		CASE TG_OP WHEN 'INSERT' THEN nothing ELSE pairs || 'old_rows' END,
		CASE TG_OP WHEN 'DELETE' THEN nothing ELSE pairs || 'new_rows' END
	) INTO given USING of_entity, of_field;
	IF given IS NOT NULL THEN PERFORM keep_changes(given, is_drafted); END IF;
	RETURN NULL;
END $_$;
--> statement-breakpoint
-- The entity ends in '/' for the values of references, which share a table and are told apart by a column.
CREATE FUNCTION record_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
	of_entity constant text := TG_ARGV[0];
	is_drafted constant boolean := TG_ARGV[1];
	skipped constant text[] := string_to_array(TG_ARGV[2], ',');
	entity constant text := CASE WHEN of_entity LIKE '%/' THEN '$1 || r.reference' ELSE '$1' END;
	label constant text := (
		SELECT 'jsonb_strip_nulls(jsonb_build_object(' || string_agg(format('%L, r.%I', name, name), ', ') || '))'
		FROM unnest(string_to_array(TG_ARGV[3], ',')) name
	);
	given changes[];
	draft integer;
BEGIN
	IF is_exempt() THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN
		-- Grouped, not joined: the plan is kept for the connection, and one made for a single row would compare every old
		-- row with every new one.
		WITH changed AS MATERIALIZED (
			SELECT id, (array_agg(state ORDER BY is_new))[1] AS was, (array_agg(state ORDER BY is_new))[2] AS is_now
			FROM (
				SELECT id, false AS is_new, to_jsonb(o) - skipped AS state FROM old_rows o
				UNION ALL
				SELECT id, true, to_jsonb(n) - skipped FROM new_rows n
			) states GROUP BY id
		)
		SELECT array_agg(ROW (
			0, 0, CASE WHEN of_entity LIKE '%/' THEN of_entity || (was ->> 'reference') ELSE of_entity END,
			id, d.field, '', d.before, d.after, now(), true, true
		)::changes) INTO given
		FROM changed CROSS JOIN LATERAL row_difference(was, is_now) d
		WHERE was <> is_now AND (of_entity NOT LIKE '%/' OR d.field <> 'reference');
		IF given IS NOT NULL THEN PERFORM keep_changes(given, is_drafted); END IF;
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' AND (NOT is_drafted OR NOT is_restoring()) THEN
		-- New ids have no earlier changes.
		IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
		PERFORM require_author();
		draft := CASE WHEN is_drafted THEN held_draft() ELSE 0 END;
		IF draft IS NULL THEN RETURN NULL; END IF;
		EXECUTE 'INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, after, at)
			SELECT $2, $3, ' || entity || ', r.id, '''', '''', ' || label || ', $4 FROM new_rows r
			ON CONFLICT (batch_id, entity, record_id, field, item, draft_id) DO UPDATE SET after = excluded.after'
			USING of_entity, held_batch(), draft, clock_timestamp();
		RETURN NULL;
	END IF;
	EXECUTE 'SELECT array_agg(ROW (0, 0, ' || entity || ', r.id, '''', '''', ' ||
		CASE TG_OP WHEN 'INSERT' THEN 'NULL, ' || label ELSE label || ', NULL' END ||
		', now(), true, true)::changes) FROM ' || CASE TG_OP WHEN 'INSERT' THEN 'new_rows' ELSE 'old_rows' END || ' r'
		INTO given USING of_entity;
	IF given IS NULL THEN RETURN NULL; END IF;
	PERFORM keep_records(given, is_drafted);
	IF TG_OP = 'DELETE' THEN
		EXECUTE 'INSERT INTO trash (entity, record_id, batch_id, row)
			SELECT ' || entity || ', r.id, $2, to_jsonb(r) FROM old_rows r
			ON CONFLICT (entity, record_id) DO UPDATE SET batch_id = excluded.batch_id, at = excluded.at, row = excluded.row'
			USING of_entity, held_batch();
	END IF;
	RETURN NULL;
END $_$;
--> statement-breakpoint
-- Adds the batch with the first change of a transaction, unless an earlier transaction of the same write has added it.
CREATE FUNCTION held_batch() RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	batch integer := nullif(current_setting('vitrina.batch', true), '');
	description constant jsonb := coalesce(nullif(current_setting('vitrina.batch_description', true), ''), '{}');
BEGIN
	IF batch IS NOT NULL THEN RETURN batch; END IF;
	INSERT INTO batches (user_id, acted_by, kind, details)
	VALUES (change_author(), change_actor(), coalesce(description ->> 'kind', 'save'), coalesce(description -> 'details', '{}'))
	RETURNING id INTO batch;
	PERFORM set_config('vitrina.batch', batch::text, true);
	RETURN batch;
END $$;
--> statement-breakpoint
-- Not a plain statement, which would read the definitions as they were before it has waited for the lock.
CREATE FUNCTION held_definitions() RETURNS text
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtext('vitrina definitions'));
	RETURN json_build_object(
		'attributes', (SELECT json_agg(a ORDER BY a."order", a.id) FROM attributes a),
		'languages', (SELECT json_agg(l ORDER BY l."order", l.id) FROM languages l)
	);
END $$;
--> statement-breakpoint
CREATE FUNCTION held_draft() RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	author integer := change_author();
	draft integer := nullif(current_setting('vitrina.draft', true), '');
BEGIN
	IF draft IS NOT NULL THEN RETURN draft; END IF;
	-- Nobody closes drafts before this transaction ends. Shared, so that the writes of one person need not wait for each
	-- other.
	LOCK TABLE drafts IN ROW SHARE MODE;
	LOOP
		SELECT id INTO draft FROM drafts WHERE manager_id = author AND status = 'current';
		EXIT WHEN FOUND;
		PERFORM FROM users WHERE id = author;
		EXIT WHEN NOT FOUND;
		INSERT INTO drafts (manager_id) VALUES (author) ON CONFLICT DO NOTHING RETURNING id INTO draft;
		EXIT WHEN FOUND;
	END LOOP;
	PERFORM set_config('vitrina.draft', draft::text, true);
	RETURN draft;
END $$;
--> statement-breakpoint
-- Whether the changes of a transaction are not to be recorded, such as those of seeds. There is no other way to write
-- without an author, so that no write can bypass the history by mistake.
CREATE FUNCTION is_exempt() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
	SELECT coalesce(current_setting('vitrina.unrecorded', true), '') = 'on' AND change_author() IS NULL
$$;
--> statement-breakpoint
-- Whether inserted rows are deleted records that come back.
CREATE FUNCTION is_restoring() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
	SELECT coalesce(current_setting('vitrina.restored', true), '') = 'on'
$$;
--> statement-breakpoint
CREATE FUNCTION keep_changes(given changes[], is_drafted boolean) RETURNS void
    LANGUAGE plpgsql
    -- One plan for the connection, because planning takes longer than recording a change. One made for a small table would
    -- read all of it when it has grown.
    SET enable_seqscan = off
    SET plan_cache_mode = force_generic_plan
    AS $$
DECLARE
	draft constant integer := CASE WHEN is_drafted THEN held_draft() ELSE 0 END;
	-- Not the start of the transaction: the records are locked by now, so their changes are in the order of their times.
	moment constant timestamptz := clock_timestamp();
	is_first_write constant boolean := coalesce(current_setting('vitrina.batch', true), '') = '';
	batch integer;
	-- Records that the batch itself created in this draft. Deleting them undoes the rest of what it did to them. Not so
	-- those that it restored: a draft shows what happened to them before and after.
	made integer[];
BEGIN
	PERFORM require_author();
	IF draft IS NULL THEN RETURN; END IF;
	batch := held_batch();
	made := CASE WHEN is_first_write OR is_restoring() THEN '{}' ELSE ARRAY (
		SELECT record_id FROM changes
		WHERE batch_id = batch AND draft_id = draft AND entity = given[1].entity AND field = '' AND item = '' AND before IS NULL
			AND record_id = ANY (ARRAY (SELECT DISTINCT record_id FROM unnest(given)))
	) END;
	-- Looked up one by one: in a join, a plan made for an empty table compares every change of the draft with every new one.
	WITH earlier AS (
		UPDATE changes SET is_last = false
		WHERE is_drafted AND ctid = ANY (ARRAY (
			SELECT (
				SELECT c.ctid FROM changes c
				WHERE c.draft_id = draft AND c.entity = g.entity AND c.record_id = g.record_id AND c.field = g.field
					AND c.item = g.item AND c.is_last AND c.batch_id <> batch
			) FROM unnest(given) g
		))
		RETURNING record_id, field, item
	)
	INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, before, after, at, is_first)
	SELECT batch, draft, entity, record_id, field, item, before, after, moment,
		(record_id, field, item) NOT IN (SELECT record_id, field, item FROM earlier)
	FROM unnest(given) WHERE record_id <> ALL (made)
	ON CONFLICT (batch_id, entity, record_id, field, item, draft_id)
		DO UPDATE SET after = excluded.after, at = excluded.at, is_last = true;
END $$;
--> statement-breakpoint
-- Records created or deleted. A deleted one is named as it was before the draft, and one that is restored had been deleted
-- in it.
CREATE FUNCTION keep_records(given changes[], is_drafted boolean) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan = off
    SET plan_cache_mode = force_generic_plan
    AS $$
DECLARE
	draft constant integer := CASE WHEN is_drafted THEN held_draft() ELSE 0 END;
	moment constant timestamptz := clock_timestamp();
	of_entity constant text := given[1].entity;
	is_created constant boolean := given[1].before IS NULL;
	ids constant integer[] := ARRAY (SELECT record_id FROM unnest(given));
	batch integer;
BEGIN
	PERFORM require_author();
	IF draft IS NULL THEN RETURN; END IF;
	batch := held_batch();
	IF NOT is_drafted THEN
		INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, before, after, at)
		SELECT batch, draft, entity, record_id, '', '', before, after, moment FROM unnest(given)
		ON CONFLICT (batch_id, entity, record_id, field, item, draft_id)
		DO UPDATE SET after = excluded.after, at = excluded.at, is_last = true;
		RETURN;
	END IF;
	WITH known AS (
		SELECT record_id, jsonb_object_agg(field, before) AS was FROM changes
		WHERE NOT is_created AND draft_id = draft AND entity = of_entity AND record_id = ANY (ids) AND item = '' AND is_first
			AND field = ANY (ARRAY (SELECT DISTINCT jsonb_object_keys(before) FROM unnest(given)))
		GROUP BY record_id
	), earlier AS (
		UPDATE changes SET is_last = false
		WHERE draft_id = draft AND entity = of_entity AND record_id = ANY (ids) AND field = '' AND item = '' AND is_last
			AND batch_id <> batch
		RETURNING record_id
	)
	INSERT INTO changes (batch_id, draft_id, entity, record_id, field, item, before, after, at, is_first)
	SELECT batch, draft, g.entity, g.record_id, '', '',
		CASE WHEN is_created THEN NULL ELSE jsonb_strip_nulls(g.before || coalesce(known.was, '{}')) END,
		g.after, moment, g.record_id NOT IN (SELECT record_id FROM earlier)
	FROM unnest(given) g LEFT JOIN known ON known.record_id = g.record_id
	ON CONFLICT (batch_id, entity, record_id, field, item, draft_id)
		DO UPDATE SET after = excluded.after, at = excluded.at, is_last = true;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_security_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'security events are only added to';
END $$;
--> statement-breakpoint
CREATE FUNCTION require_author() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF change_author() IS NULL THEN RAISE EXCEPTION 'a write without an author would not be recorded'; END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION summarize_batch(batch integer, price_fields text[]) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
	RETURN (
		SELECT coalesce(jsonb_agg(entities ORDER BY records DESC, entity), '[]') FROM (
			SELECT entity, count(DISTINCT record_id)::integer AS records,
				(count(DISTINCT record_id) FILTER (WHERE field = '' AND before IS NULL))::integer AS created,
				(count(DISTINCT record_id) FILTER (WHERE field = '' AND after IS NULL))::integer AS deleted,
				count(*)::integer AS changes,
				(SELECT coalesce(jsonb_agg(field ORDER BY times DESC, field), '[]') FROM (
					SELECT fields.field, count(*) AS times FROM changes fields
					WHERE fields.batch_id = batch AND fields.entity = written.entity AND fields.field <> ''
					GROUP BY fields.field
				) frequent) AS fields,
				(SELECT jsonb_build_object('lowest', min(percent), 'highest', max(percent)) FROM (
					SELECT round(100 * (price_amount(prices.after) - price_amount(prices.before))
						/ nullif(price_amount(prices.before), 0), 1) AS percent
					FROM changes prices
					WHERE prices.batch_id = batch AND prices.entity = written.entity AND prices.field = ANY (price_fields)
				) percents WHERE percent IS NOT NULL HAVING count(*) > 0) AS prices
			FROM changes written WHERE batch_id = batch GROUP BY entity
		) entities
	);
END $$;
--> statement-breakpoint
CREATE FUNCTION touch_for_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM runs WHERE kind = 'publication' AND status = 'processing') THEN RETURN NULL; END IF;
	IF TG_OP = 'DELETE' THEN
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM old_rows;
	ELSE
		INSERT INTO sync_touched (entity, record_id) SELECT TG_ARGV[0], id FROM new_rows;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recorded_categories_added AFTER INSERT ON categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_rows('categories', 'true', 'id,platform', 'name,platform,parent_id');
--> statement-breakpoint
CREATE TRIGGER recorded_categories_changed AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_rows('categories', 'true', 'id,platform', 'name,platform,parent_id');
--> statement-breakpoint
CREATE TRIGGER recorded_categories_removed AFTER DELETE ON categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_rows('categories', 'true', 'id,platform', 'name,platform,parent_id');
--> statement-breakpoint
CREATE TRIGGER recorded_matrix_products_added AFTER INSERT ON matrix_products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('matrices', 'true', 'matrix_id', 'products', 'product_id', 'position');
--> statement-breakpoint
CREATE TRIGGER recorded_matrix_products_order_changed AFTER UPDATE ON matrix_products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_matrix_order();
--> statement-breakpoint
CREATE TRIGGER recorded_matrix_products_removed AFTER DELETE ON matrix_products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('matrices', 'true', 'matrix_id', 'products', 'product_id', 'position');
--> statement-breakpoint
CREATE TRIGGER recorded_model_images_added AFTER INSERT ON model_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('catalog', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER recorded_model_images_changed AFTER UPDATE ON model_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('catalog', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER recorded_model_images_removed AFTER DELETE ON model_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('catalog', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER recorded_product_images_added AFTER INSERT ON product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('nomenclature', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER recorded_product_images_changed AFTER UPDATE ON product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('nomenclature', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER recorded_product_images_removed AFTER DELETE ON product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_links('nomenclature', 'true', 'record_id', 'images', 'key', 'file_name,position,is_main,alt');
--> statement-breakpoint
CREATE TRIGGER matrix_products_added AFTER INSERT ON matrix_products REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_matrix_products();
--> statement-breakpoint
CREATE TRIGGER matrix_products_removed AFTER DELETE ON matrix_products REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_matrix_products();
--> statement-breakpoint
CREATE TRIGGER security_events_added_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_change();
--> statement-breakpoint
CREATE TRIGGER touched_models_added AFTER INSERT ON models REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');
--> statement-breakpoint
CREATE TRIGGER touched_models_changed AFTER UPDATE ON models REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');
--> statement-breakpoint
CREATE TRIGGER touched_models_removed AFTER DELETE ON models REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('catalog');
--> statement-breakpoint
CREATE TRIGGER touched_products_added AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');
--> statement-breakpoint
CREATE TRIGGER touched_products_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');
--> statement-breakpoint
CREATE TRIGGER touched_products_removed AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION touch_for_run('nomenclature');
--> statement-breakpoint
INSERT INTO languages (name, code, "order") VALUES ('Русский', 'ru', 1);
