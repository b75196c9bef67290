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
CREATE INDEX "runs_started_at" ON "runs" USING btree ("started_at");