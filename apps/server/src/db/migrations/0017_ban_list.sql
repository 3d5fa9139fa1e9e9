DROP INDEX "sanction_servers_due";--> statement-breakpoint
ALTER TABLE "sanctions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || player_id || chr(10) || reason)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "sanctions_warnings" ON "sanctions" USING btree ("mail_id") WHERE "sanctions"."kind" = 'warning';--> statement-breakpoint
CREATE INDEX "sanction_servers_due" ON "sanction_servers" USING btree ("server_id","at") WHERE "sanction_servers"."state" in ('waiting', 'failed', 'lifting');