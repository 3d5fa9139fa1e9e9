DROP TABLE "bans" CASCADE;--> statement-breakpoint
ALTER TABLE "player_list_states" ADD COLUMN "file" text;--> statement-breakpoint
ALTER TABLE "sanctions" ADD COLUMN "mail_id" text;