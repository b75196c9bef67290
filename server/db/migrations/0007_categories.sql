CREATE TABLE "model_categories" (
	"model_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "model_categories_model_id_category_id_pk" PRIMARY KEY("model_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"product_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
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
	"updated_by" integer
);
--> statement-breakpoint
ALTER TABLE "model_categories" ADD CONSTRAINT "model_categories_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_categories" ADD CONSTRAINT "model_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_platform_category_trees_platform_fk" FOREIGN KEY ("platform") REFERENCES "public"."category_trees"("platform") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_platform_parent_id_categories_platform_id_fk" FOREIGN KEY ("platform","parent_id") REFERENCES "public"."categories"("platform","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_categories_category" ON "model_categories" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "categories_order" ON "categories" USING btree ("platform","parent_id","position");--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");