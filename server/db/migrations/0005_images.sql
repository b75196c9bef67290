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
ALTER TABLE "models" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "model_images" ADD CONSTRAINT "model_images_record_id_models_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_images" ADD CONSTRAINT "model_images_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_record_id_products_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "model_images_key_unique" ON "model_images" USING btree ("record_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "model_images_main" ON "model_images" USING btree ("record_id") WHERE "model_images"."is_main";--> statement-breakpoint
CREATE INDEX "model_images_picture" ON "model_images" USING btree ("key");--> statement-breakpoint
CREATE INDEX "pictures_touched_at" ON "pictures" USING btree ("touched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_key_unique" ON "product_images" USING btree ("record_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_main" ON "product_images" USING btree ("record_id") WHERE "product_images"."is_main";--> statement-breakpoint
CREATE INDEX "product_images_picture" ON "product_images" USING btree ("key");--> statement-breakpoint
CREATE INDEX "models_picture_none" ON "models" USING btree ("name" NULLS FIRST,"id") WHERE "models"."picture" is null;--> statement-breakpoint
CREATE INDEX "products_picture_none" ON "products" USING btree ("name" NULLS FIRST,"id") WHERE "products"."picture" is null;