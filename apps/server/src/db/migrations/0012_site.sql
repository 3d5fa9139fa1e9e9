CREATE TABLE "site_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"description" text,
	"is_status_public" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "max_players" integer;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "join_address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "visited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "previous_visit_at" timestamp with time zone;