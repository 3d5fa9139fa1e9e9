-- What was kept of servers before there were any has nothing to belong to.
DELETE FROM "favorite_servers";--> statement-breakpoint
DELETE FROM "linked_players";--> statement-breakpoint
CREATE TABLE "bans" (
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	"banned_by" text NOT NULL,
	"banned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bans_server_id_player_id_pk" PRIMARY KEY("server_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "chat_guilds" (
	"server_id" text NOT NULL,
	"guild_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "chat_guilds_server_id_guild_id_kind_pk" PRIMARY KEY("server_id","guild_id","kind")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"server_id" text,
	"cluster_id" text,
	"player_id" text,
	"user_id" text,
	"name" text NOT NULL,
	"survivor" text,
	"tribe" text,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clusters" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clusters_name" UNIQUE("name_key")
);
--> statement-breakpoint
CREATE TABLE "known_players" (
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "known_players_server_id_player_id_pk" PRIMARY KEY("server_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "link_codes" (
	"user_id" text NOT NULL,
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_codes_user_id_server_id_player_id_pk" PRIMARY KEY("user_id","server_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"server_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"portal_id" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"sender_name" text NOT NULL,
	"player_id" text NOT NULL,
	"player_name" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"instigator" text,
	"state" text NOT NULL,
	"claimed_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"sent_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "online_players" (
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	"survivor" text,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "online_players_server_id_player_id_pk" PRIMARY KEY("server_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "player_counts" (
	"server_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" integer,
	CONSTRAINT "player_counts_server_id_at_pk" PRIMARY KEY("server_id","at")
);
--> statement-breakpoint
CREATE TABLE "portals" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_admins" (
	"user_id" text NOT NULL,
	"server_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "server_admins_user_id_server_id_pk" PRIMARY KEY("user_id","server_id")
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"game" text NOT NULL,
	"cluster_id" text,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'down' NOT NULL,
	"state_reason" text,
	"state_since" timestamp with time zone,
	"player_count" integer,
	"structure_count" integer,
	"map" text,
	"version" text,
	"day" integer,
	"agent_name" text,
	"agent_version" text,
	"capabilities" jsonb,
	"stream" text,
	"acked_seq" bigint DEFAULT 0 NOT NULL,
	"shares_cluster_chat" boolean DEFAULT true NOT NULL,
	"has_bot_traffic" boolean DEFAULT true NOT NULL,
	CONSTRAINT "servers_name" UNIQUE("name_key"),
	CONSTRAINT "servers_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_guilds" ADD CONSTRAINT "chat_guilds_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_players" ADD CONSTRAINT "known_players_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_players" ADD CONSTRAINT "online_players_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_counts" ADD CONSTRAINT "player_counts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_admins" ADD CONSTRAINT "server_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_admins" ADD CONSTRAINT "server_admins_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_server" ON "chat_messages" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_cluster" ON "chat_messages" USING btree ("cluster_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_at" ON "chat_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "links_portal" ON "links" USING btree ("portal_id");--> statement-breakpoint
CREATE INDEX "mails_sender" ON "mails" USING btree ("sender_id","server_id","sent_at");--> statement-breakpoint
CREATE INDEX "mails_server" ON "mails" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("server_id","player_id") WHERE "mails"."state" in ('waiting', 'delivering');--> statement-breakpoint
CREATE INDEX "servers_cluster" ON "servers" USING btree ("cluster_id");--> statement-breakpoint
ALTER TABLE "favorite_servers" ADD CONSTRAINT "favorite_servers_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_players" ADD CONSTRAINT "linked_players_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;