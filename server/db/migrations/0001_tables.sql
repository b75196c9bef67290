CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "import_log" (
	"run_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"row" integer,
	"column" text,
	"value" text,
	CONSTRAINT "import_log_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"count_new" integer DEFAULT 0 NOT NULL,
	"count_changed" integer DEFAULT 0 NOT NULL,
	"count_unchanged" integer DEFAULT 0 NOT NULL,
	"count_faulty" integer DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"brand_id" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"description" text,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED
);
--> statement-breakpoint
CREATE TABLE "product_models" (
	"product_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	CONSTRAINT "product_models_product_id_model_id_pk" PRIMARY KEY("product_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("sku", '') || E'\n' || coalesce("barcode", '')) collate "und-x-icu"), 'ё', 'е')) STORED
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"platform" text NOT NULL,
	CONSTRAINT "projects_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "reference_values" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"reference" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"order" integer,
	"archived" boolean DEFAULT false NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "role_permissions" (
	"role" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "role_permissions_role_slug_pk" PRIMARY KEY("role","slug")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"name" text collate "und-x-icu" NOT NULL,
	CONSTRAINT "roles_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "socket_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
	"email" text NOT NULL,
	"password" text NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"first_name" text collate "und-x-icu" NOT NULL,
	"last_name" text collate "und-x-icu" NOT NULL,
	"middle_name" text collate "und-x-icu",
	"last_seen" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_log" ADD CONSTRAINT "import_log_run_id_imports_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_brand_id_reference_values_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_models" ADD CONSTRAINT "product_models_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_models" ADD CONSTRAINT "product_models_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_reference_values_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_unit_id_reference_values_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."reference_values"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_roles_slug_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_tokens" ADD CONSTRAINT "socket_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_permissions" ADD CONSTRAINT "user_permissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_roles_slug_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("slug") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_one_active" ON "imports" USING btree ((true)) WHERE "imports"."status" in ('processing', 'post_processing');--> statement-breakpoint
CREATE INDEX "imports_started_at" ON "imports" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "models_name_sort" ON "models" USING btree ("name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_code_sort" ON "models" USING btree ("code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_status_sort" ON "models" USING btree ("status" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_updated_at_sort" ON "models" USING btree ("updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_created_at_sort" ON "models" USING btree ("created_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_brand_id_filter" ON "models" USING btree ("brand_id" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "models_search" ON "models" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_models_model" ON "product_models" USING btree ("model_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_unique" ON "products" USING btree ("sku");--> statement-breakpoint
CREATE UNIQUE INDEX "products_barcode_unique" ON "products" USING btree ("barcode");--> statement-breakpoint
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
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "reference_values_name_unique" ON "reference_values" USING btree ("reference",lower("name"));--> statement-breakpoint
CREATE INDEX "reference_values_order_sort" ON "reference_values" USING btree ("reference","order" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_name_sort" ON "reference_values" USING btree ("reference","name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_code_sort" ON "reference_values" USING btree ("reference","code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_updated_at_sort" ON "reference_values" USING btree ("reference","updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_archived_filter" ON "reference_values" USING btree ("reference","archived" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reference_values_search" ON "reference_values" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "socket_tokens_session" ON "socket_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");