ALTER TABLE "site_settings" ADD COLUMN "registration" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "is_discord_sign_up_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "second_factor_for" text DEFAULT 'nobody' NOT NULL;