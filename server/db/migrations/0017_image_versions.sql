CREATE TABLE "image_versions" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
ALTER TABLE "image_versions" ADD CONSTRAINT "image_versions_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_versions_picture" ON "image_versions" USING btree ("key");