CREATE TABLE "player_flags" (
	"player_id" text NOT NULL,
	"flag" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "player_flags_player_id_flag_pk" PRIMARY KEY("player_id","flag")
);
--> statement-breakpoint
CREATE TABLE "player_note_versions" (
	"note_id" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"player_id" text NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_by" text,
	"edited_at" timestamp with time zone,
	"removed_by" text,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "has_leaderboards" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "player_note_versions" ADD CONSTRAINT "player_note_versions_note_id_player_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."player_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_note_versions_note" ON "player_note_versions" USING btree ("note_id","at");--> statement-breakpoint
CREATE INDEX "player_notes_player" ON "player_notes" USING btree ("player_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_player" ON "audit" USING btree (("details" ->> 'playerId'),"id") WHERE "audit"."details" ->> 'playerId' is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_player" ON "chat_messages" USING btree ("player_id","id") WHERE "chat_messages"."player_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_counted" ON "journal" USING btree ("server_id","kind","at","player_id") WHERE "journal"."kind" in ('died', 'tamed') and "journal"."player_id" is not null;--> statement-breakpoint
CREATE INDEX "player_names_name" ON "player_names" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mails_player" ON "mails" USING btree ("player_id","sent_at");