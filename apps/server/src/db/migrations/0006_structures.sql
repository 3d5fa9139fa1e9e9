CREATE TABLE "save_classes" (
	"server_id" text NOT NULL,
	"class_name" text NOT NULL,
	"kind" text NOT NULL,
	"directory" text,
	"count" integer NOT NULL,
	"revision" text NOT NULL,
	CONSTRAINT "save_classes_server_id_class_name_pk" PRIMARY KEY("server_id","class_name")
);
--> statement-breakpoint
CREATE TABLE "saves" (
	"server_id" text PRIMARY KEY NOT NULL,
	"visible_to" text DEFAULT 'tribes' NOT NULL,
	"revision" text,
	"saved_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"format" text,
	"map" text,
	"game_time" double precision,
	"object_count" integer DEFAULT 0 NOT NULL,
	"failure_count" integer DEFAULT 0 NOT NULL,
	"tribe_count" integer DEFAULT 0 NOT NULL,
	"survivor_count" integer DEFAULT 0 NOT NULL,
	"reading_since" timestamp with time zone,
	"error" text,
	"error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "structures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "structures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" text NOT NULL,
	"save_id" text NOT NULL,
	"class_name" text NOT NULL,
	"tribe_id" bigint NOT NULL,
	"tribe_name" text,
	"owner_ark_id" text,
	"owner_name" text,
	"name" text,
	"x" real NOT NULL,
	"y" real NOT NULL,
	"z" real NOT NULL,
	"health" real,
	"max_health" real,
	"built_at" timestamp with time zone,
	"revision" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "survivors" (
	"server_id" text NOT NULL,
	"ark_id" text NOT NULL,
	"player_id" text,
	"name" text NOT NULL,
	"platform_name" text,
	"level" integer,
	"tribe_id" bigint,
	"login_at" timestamp with time zone,
	"x" real,
	"y" real,
	"z" real,
	"revision" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	CONSTRAINT "survivors_server_id_ark_id_pk" PRIMARY KEY("server_id","ark_id")
);
--> statement-breakpoint
CREATE TABLE "tribes" (
	"server_id" text NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"owner_ark_id" text,
	"admin_ark_ids" text[] NOT NULL,
	"members" jsonb NOT NULL,
	"log" text[] NOT NULL,
	"revision" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	CONSTRAINT "tribes_server_id_id_pk" PRIMARY KEY("server_id","id")
);
--> statement-breakpoint
ALTER TABLE "known_players" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "save_classes" ADD CONSTRAINT "save_classes_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saves" ADD CONSTRAINT "saves_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "structures" ADD CONSTRAINT "structures_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survivors" ADD CONSTRAINT "survivors_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tribes" ADD CONSTRAINT "tribes_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "structures_save" ON "structures" USING btree ("server_id","save_id");--> statement-breakpoint
CREATE INDEX "structures_tribe" ON "structures" USING btree ("server_id","tribe_id");--> statement-breakpoint
CREATE INDEX "structures_gone" ON "structures" USING btree ("gone_at") WHERE "structures"."gone_at" is not null;--> statement-breakpoint
CREATE INDEX "survivors_player" ON "survivors" USING btree ("server_id","player_id");--> statement-breakpoint
CREATE INDEX "survivors_tribe" ON "survivors" USING btree ("server_id","tribe_id");