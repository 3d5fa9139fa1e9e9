CREATE TABLE "journal" (
	"id" bigserial NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"server_id" text NOT NULL,
	"kind" text NOT NULL,
	"player_id" text,
	"player" text,
	"tribe_id" bigint,
	"tribe" text,
	"other_player_id" text,
	"other" text,
	"other_tribe" text,
	"thing" text,
	"is_tribe_log" boolean NOT NULL,
	"day" integer,
	"time" text,
	"text" text NOT NULL,
	"data" jsonb,
	CONSTRAINT "journal_at_id_pk" PRIMARY KEY("at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "play_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "play_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_id" text NOT NULL,
	"player_id" text NOT NULL,
	"name" text NOT NULL,
	"survivor" text,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"is_begin_certain" boolean NOT NULL,
	"is_end_certain" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_names" (
	"player_id" text NOT NULL,
	"server_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "player_names_player_id_server_id_kind_name_pk" PRIMARY KEY("player_id","server_id","kind","name")
);
--> statement-breakpoint
DROP INDEX "survivors_player";--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "history_visible_to" text DEFAULT 'admins' NOT NULL;--> statement-breakpoint
ALTER TABLE "play_sessions" ADD CONSTRAINT "play_sessions_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_names" ADD CONSTRAINT "player_names_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_server" ON "journal" USING btree ("server_id","at","id");--> statement-breakpoint
CREATE INDEX "journal_player" ON "journal" USING btree ("player_id","at","id") WHERE "journal"."player_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_other" ON "journal" USING btree ("other_player_id","at","id") WHERE "journal"."other_player_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_tribe" ON "journal" USING btree ("server_id","tribe_id","at","id") WHERE "journal"."tribe_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "play_sessions_open" ON "play_sessions" USING btree ("server_id","player_id") WHERE "play_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "play_sessions_player" ON "play_sessions" USING btree ("player_id","began_at");--> statement-breakpoint
CREATE INDEX "play_sessions_server" ON "play_sessions" USING btree ("server_id","began_at");--> statement-breakpoint
CREATE INDEX "play_sessions_span" ON "play_sessions" USING gist (tstzrange("began_at", "ended_at"));--> statement-breakpoint
CREATE INDEX "survivors_player" ON "survivors" USING btree ("player_id","server_id");--> statement-breakpoint
DO $$
DECLARE
	width CONSTANT bigint := 30 * 24 * 60 * 60;
	first CONSTANT bigint := floor(extract(epoch FROM now() - interval '31 days') / width);
	last CONSTANT bigint := floor(extract(epoch FROM now() + interval '31 days') / width);
	starts timestamptz;
	ends timestamptz;
BEGIN
	FOR n IN first..last LOOP
		starts := to_timestamp(n * width);
		ends := to_timestamp((n + 1) * width);
		EXECUTE format('CREATE TABLE %I PARTITION OF "journal" FOR VALUES FROM (%L) TO (%L)',
			'journal_' || to_char(starts AT TIME ZONE 'UTC', 'YYYYMMDDHH24') || '_' || to_char(ends AT TIME ZONE 'UTC', 'YYYYMMDDHH24'),
			starts, ends);
	END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "play_sessions" ("server_id", "player_id", "name", "survivor", "began_at", "is_begin_certain", "is_end_certain")
SELECT "server_id", "player_id", "name", "survivor", "joined_at", true, false FROM "online_players";--> statement-breakpoint
INSERT INTO "player_names" ("player_id", "server_id", "kind", "name", "first_at", "last_at")
SELECT "player_id", "server_id", 'player', "name", coalesce("seen_at", now()), coalesce("seen_at", now()) FROM "known_players";
