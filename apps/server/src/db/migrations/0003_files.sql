CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL,
	"visibility" text NOT NULL,
	"uploader_id" text,
	"uploaded_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"visibility" text NOT NULL,
	"fingerprint" text,
	"received" bigint NOT NULL,
	"writer" text,
	"writing_at" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_uploaded" ON "files" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "files_deleted" ON "files" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");