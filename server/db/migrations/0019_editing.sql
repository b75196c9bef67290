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
ALTER TABLE "editing" ADD CONSTRAINT "editing_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editing" ADD CONSTRAINT "editing_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "editing_record" ON "editing" USING btree ("resource","record_id");--> statement-breakpoint
CREATE INDEX "editing_user" ON "editing" USING btree ("user_id");