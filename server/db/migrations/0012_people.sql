CREATE TABLE "avatars" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "avatars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "avatars_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "role_permissions" DROP CONSTRAINT "role_permissions_role_roles_slug_fk";
--> statement-breakpoint
ALTER TABLE "role_permissions" DROP CONSTRAINT "role_permissions_role_slug_pk";--> statement-breakpoint
ALTER TABLE "roles" ALTER COLUMN "slug" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "declared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("slug", '')) collate "und-x-icu"), 'ё', 'е')) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name" text collate "und-x-icu" GENERATED ALWAYS AS ("last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (replace(lower((coalesce("last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", ''), '') || E'\n' || coalesce("email", '')) collate "und-x-icu"), 'ё', 'е')) STORED;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_key_pictures_key_fk" FOREIGN KEY ("key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "avatars_picture" ON "avatars" USING btree ("key");--> statement-breakpoint
ALTER TABLE "role_permissions" ADD COLUMN "role_id" integer;--> statement-breakpoint
UPDATE "role_permissions" SET "role_id" = "roles"."id" FROM "roles" WHERE "roles"."slug" = "role_permissions"."role";--> statement-breakpoint
ALTER TABLE "role_permissions" ALTER COLUMN "role_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "role_permissions" DROP COLUMN "role";--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_slug_pk" PRIMARY KEY("role_id","slug");--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE VIEW "public"."user_rights" AS (select users.id as user_id, held.slug from users
      join roles on roles.slug = users.role join role_permissions held on held.role_id = roles.id
    union select user_id, slug from user_permissions);