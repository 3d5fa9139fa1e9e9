CREATE TABLE "whitelist_servers" (
	"server_id" text PRIMARY KEY NOT NULL,
	"managed_by" text NOT NULL,
	"managed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whitelist_states" (
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "whitelist_states_server_id_player_id_pk" PRIMARY KEY("server_id","player_id")
);
--> statement-breakpoint
DROP INDEX "whitelist_entries_player";--> statement-breakpoint
ALTER TABLE "whitelist_servers" ADD CONSTRAINT "whitelist_servers_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_states" ADD CONSTRAINT "whitelist_states_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "whitelist_entries_player" ON "whitelist_entries" USING btree ("player_id","reach",coalesce("server_id", "cluster_id", '')) WHERE "whitelist_entries"."removed_at" is null and ("whitelist_entries"."reach" = 'all' or coalesce("whitelist_entries"."server_id", "whitelist_entries"."cluster_id") is not null);