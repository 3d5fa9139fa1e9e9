ALTER TABLE "reports" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "post_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reports_reporter_player" ON "reports" USING btree ("reporter_player_id");--> statement-breakpoint
CREATE INDEX "reports_post_due" ON "reports" USING btree ("post_due_at") WHERE "reports"."post_due_at" is not null;