CREATE TABLE "blokken_rounds" (
	"id" text PRIMARY KEY NOT NULL,
	"guild_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"word" text NOT NULL,
	"letters" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"solved_by" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "discord_guilds" (
	"guild_id" text PRIMARY KEY NOT NULL,
	"log_channel_id" text,
	"relay_channel_id" text,
	"voice_channel_id" text
);
--> statement-breakpoint
CREATE TABLE "music_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"guild_id" text NOT NULL,
	"place" double precision NOT NULL,
	"video_id" text NOT NULL,
	"title" text NOT NULL,
	"channel" text,
	"duration" double precision,
	"thumbnail" text,
	"requester_id" text NOT NULL,
	"requester_name" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"error" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "music_queues" (
	"guild_id" text PRIMARY KEY NOT NULL,
	"loop" text DEFAULT 'off' NOT NULL,
	"volume" integer DEFAULT 100 NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"channel_id" text,
	"current_id" text,
	"state" text DEFAULT 'idle' NOT NULL,
	"problem" text,
	"channel_name" text,
	"position_ms" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "music_work" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"video_id" text,
	"title" text,
	"state" text NOT NULL,
	"percent" double precision,
	"message" text NOT NULL,
	"error" text,
	"log" text[],
	"song_id" text,
	"portal" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "songs" (
	"id" text PRIMARY KEY NOT NULL,
	"video_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"channel" text,
	"duration" double precision,
	"thumbnail" text,
	"file" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "songs_file_unique" UNIQUE("file")
);
--> statement-breakpoint
ALTER TABLE "discord_connections" ADD COLUMN "sealed_tokens" text;--> statement-breakpoint
ALTER TABLE "music_work" ADD CONSTRAINT "music_work_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "music_work" ADD CONSTRAINT "music_work_song_id_songs_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."songs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blokken_rounds_running" ON "blokken_rounds" USING btree ("channel_id") WHERE "blokken_rounds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "music_entries_waiting" ON "music_entries" USING btree ("guild_id","place") WHERE "music_entries"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "music_entries_ended" ON "music_entries" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "music_work_user" ON "music_work" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "music_work_open" ON "music_work" USING btree ("portal") WHERE "music_work"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "songs_video" ON "songs" USING btree ("video_id","kind");--> statement-breakpoint
CREATE INDEX "songs_used" ON "songs" USING btree ("used_at");