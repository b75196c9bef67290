CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"build" text NOT NULL,
	"secrets_digest" text NOT NULL,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
