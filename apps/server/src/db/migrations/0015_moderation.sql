CREATE SEQUENCE "public"."sanction_steps" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "moderator_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"guild_id" text NOT NULL,
	"role_id" text NOT NULL,
	"role_name" text NOT NULL,
	"reach" text NOT NULL,
	"server_id" text,
	"cluster_id" text,
	"reach_name" text NOT NULL,
	"powers" text[] NOT NULL,
	"max_ban_days" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moderator_roles_powers" CHECK (cardinality("moderator_roles"."powers") > 0)
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reach" text NOT NULL,
	"server_id" text,
	"cluster_id" text,
	"reach_name" text NOT NULL,
	"powers" text[] NOT NULL,
	"max_ban_days" integer,
	"role_rule_id" text,
	"granted_by" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_list_entries" (
	"server_id" text NOT NULL,
	"list" text NOT NULL,
	"player_id" text NOT NULL,
	CONSTRAINT "player_list_entries_server_id_list_player_id_pk" PRIMARY KEY("server_id","list","player_id")
);
--> statement-breakpoint
CREATE TABLE "player_list_states" (
	"server_id" text NOT NULL,
	"list" text NOT NULL,
	"reported_digest" text,
	"digest" text,
	"read_at" timestamp with time zone,
	"read_step" bigint,
	"compared_step" bigint,
	"changed_step" bigint,
	"file" text,
	CONSTRAINT "player_list_states_server_id_list_pk" PRIMARY KEY("server_id","list")
);
--> statement-breakpoint
CREATE TABLE "report_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"user_id" text,
	"reporter_player_id" text,
	"reporter_name" text NOT NULL,
	"server_id" text,
	"server_name" text,
	"player_id" text,
	"player_name" text NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"assignee_id" text,
	"assignee" text,
	"answer" text,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"post_due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sanction_servers" (
	"sanction_id" text NOT NULL,
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"at" timestamp with time zone NOT NULL,
	"step" bigint DEFAULT nextval('sanction_steps') NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "sanction_servers_sanction_id_server_id_pk" PRIMARY KEY("sanction_id","server_id")
);
--> statement-breakpoint
CREATE TABLE "sanction_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"minutes" integer
);
--> statement-breakpoint
CREATE TABLE "sanctions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	"reach" text NOT NULL,
	"server_id" text,
	"cluster_id" text,
	"reach_name" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"source" text NOT NULL,
	"by" text NOT NULL,
	"by_user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"lifted_by" text,
	"lift_reason" text,
	"mail_id" text,
	"acknowledged_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || player_id || chr(10) || reason)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whitelist_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	"reach" text NOT NULL,
	"server_id" text,
	"cluster_id" text,
	"reach_name" text NOT NULL,
	"note" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
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
ALTER TABLE "moderator_roles" ADD CONSTRAINT "moderator_roles_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderator_roles" ADD CONSTRAINT "moderator_roles_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_role_rule_id_moderator_roles_id_fk" FOREIGN KEY ("role_rule_id") REFERENCES "public"."moderator_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_list_entries" ADD CONSTRAINT "player_list_entries_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_list_states" ADD CONSTRAINT "player_list_states_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_comments" ADD CONSTRAINT "report_comments_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanction_servers" ADD CONSTRAINT "sanction_servers_sanction_id_sanctions_id_fk" FOREIGN KEY ("sanction_id") REFERENCES "public"."sanctions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanction_servers" ADD CONSTRAINT "sanction_servers_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_entries" ADD CONSTRAINT "whitelist_entries_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_entries" ADD CONSTRAINT "whitelist_entries_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_servers" ADD CONSTRAINT "whitelist_servers_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_states" ADD CONSTRAINT "whitelist_states_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moderators_user" ON "moderators" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "report_comments_report" ON "report_comments" USING btree ("report_id","at");--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("server_id") WHERE "reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reports_player" ON "reports" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reports_reporter_player" ON "reports" USING btree ("reporter_player_id");--> statement-breakpoint
CREATE INDEX "reports_post_due" ON "reports" USING btree ("post_due_at") WHERE "reports"."post_due_at" is not null;--> statement-breakpoint
CREATE INDEX "sanction_servers_player" ON "sanction_servers" USING btree ("server_id","player_id");--> statement-breakpoint
CREATE INDEX "sanction_servers_due" ON "sanction_servers" USING btree ("server_id","at") WHERE "sanction_servers"."state" in ('waiting', 'failed', 'lifting');--> statement-breakpoint
CREATE INDEX "sanctions_newest" ON "sanctions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sanctions_player" ON "sanctions" USING btree ("player_id","created_at");--> statement-breakpoint
CREATE INDEX "sanctions_active" ON "sanctions" USING btree ("kind","player_id") WHERE "sanctions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "sanctions_warnings" ON "sanctions" USING btree ("mail_id") WHERE "sanctions"."kind" = 'warning';--> statement-breakpoint
CREATE INDEX "sanctions_ends" ON "sanctions" USING btree ("ends_at") WHERE "sanctions"."ended_at" is null and "sanctions"."ends_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "whitelist_entries_player" ON "whitelist_entries" USING btree ("player_id","reach",coalesce("server_id", "cluster_id", '')) WHERE "whitelist_entries"."removed_at" is null and ("whitelist_entries"."reach" = 'all' or coalesce("whitelist_entries"."server_id", "whitelist_entries"."cluster_id") is not null);--> statement-breakpoint
INSERT INTO "sanctions" ("id", "kind", "player_id", "name", "reach", "server_id", "reach_name", "reason", "note", "evidence", "source", "by", "created_at")
SELECT gen_random_uuid()::text, 'ban', b."player_id", b."name", 'server', b."server_id", s."name", '', '', '[]'::jsonb, 'portal', b."banned_by", b."banned_at"
FROM "bans" b JOIN "servers" s ON s."id" = b."server_id";
--> statement-breakpoint
INSERT INTO "sanction_servers" ("sanction_id", "server_id", "player_id", "state", "at")
SELECT "id", "server_id", "player_id", 'confirmed', "created_at" FROM "sanctions";
