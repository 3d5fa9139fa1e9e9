CREATE TABLE "database_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"previous" text,
	"version" text NOT NULL,
	"content" "bytea" NOT NULL,
	"guild_id" text,
	"actor_id" text,
	"actor" text,
	"address" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"id" bigserial NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"host" text NOT NULL,
	"key" text NOT NULL,
	"level" smallint NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "log_entries_at_id_pk" PRIMARY KEY("at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "log_sources" (
	"host" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "log_sources_host_key_pk" PRIMARY KEY("host","key")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "database_versions_file" ON "database_versions" USING btree ("file","number");--> statement-breakpoint
CREATE INDEX "database_versions_pending" ON "database_versions" USING btree ("file") WHERE "database_versions"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "log_entries_source" ON "log_entries" USING btree ("host","key","at","id");--> statement-breakpoint
CREATE INDEX "log_entries_grave" ON "log_entries" USING btree ("at","id") WHERE "log_entries"."level" >= 2;--> statement-breakpoint
CREATE INDEX "log_entries_id" ON "log_entries" USING brin ("id") WITH (pages_per_range=32,autosummarize=true);
