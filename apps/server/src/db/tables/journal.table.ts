import { journalKinds } from '@tribehall/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';

/**
 * What happened in the games, one row an event, never changed. Partitioned by time in the migration: retention drops a
 * partition at a time, so there is no reference to the server.
 */
export const journal = pgTable(
  'journal',
  {
    id: bigserial('id', { mode: 'bigint' }).notNull(),
    /** Milliseconds, as a Date has: a cursor has to survive the round trip through JavaScript. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    serverId: text('server_id').notNull(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    /** Whom it is about, by id where that is certain, and by name. */
    playerId: text('player_id'),
    player: text('player'),
    tribeId: bigint('tribe_id', { mode: 'number' }),
    tribe: text('tribe'),
    /** The other side: a killer, a victim, who invited. */
    otherPlayerId: text('other_player_id'),
    other: text('other'),
    otherTribe: text('other_tribe'),
    /** A structure, a creature, a command. */
    thing: text('thing'),
    /** Of a tribe's own log: it may repeat what the server's log has said. */
    isTribeLog: boolean('is_tribe_log').notNull(),
    /** Day and time in the game. */
    day: integer('day'),
    time: text('time'),
    text: text('text').notNull(),
    /** Levels, species and numbers. */
    data: jsonb('data'),
  },
  (t) => [
    primaryKey({ columns: [t.at, t.id] }),
    index('journal_server').on(t.serverId, t.at, t.id),
    index('journal_player')
      .on(t.playerId, t.at, t.id)
      .where(sql`${t.playerId} is not null`),
    index('journal_other')
      .on(t.otherPlayerId, t.at, t.id)
      .where(sql`${t.otherPlayerId} is not null`),
    index('journal_tribe')
      .on(t.serverId, t.tribeId, t.at, t.id)
      .where(sql`${t.tribeId} is not null`),
    /** For leaderboards. */
    index('journal_counted')
      .on(t.serverId, t.kind, t.at, t.playerId)
      .where(sql`${t.kind} in ('died', 'tamed') and ${t.playerId} is not null`),
  ],
);

/** When someone was on a server. A session that is not over has no end; an uncertain moment was not seen by anyone. */
export const playSessions = pgTable(
  'play_sessions',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    survivor: text('survivor'),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at'),
    isBeginCertain: boolean('is_begin_certain').notNull(),
    isEndCertain: boolean('is_end_certain').notNull(),
  },
  (t) => [
    uniqueIndex('play_sessions_open')
      .on(t.serverId, t.playerId)
      .where(sql`${t.endedAt} is null`),
    index('play_sessions_player').on(t.playerId, t.beganAt),
    index('play_sessions_server').on(t.serverId, t.beganAt),
    /** Who was on at a moment. */
    index('play_sessions_span').using('gist', sql`tstzrange(${t.beganAt}, ${t.endedAt})`),
  ],
);

/** Every name under which someone was seen on a server: the player's own, and those of their survivors. */
export const playerNames = pgTable(
  'player_names',
  {
    playerId: text('player_id').notNull(),
    serverId: serverId(),
    kind: text('kind', { enum: ['player', 'survivor'] }).notNull(),
    name: text('name').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.serverId, t.kind, t.name] }),
    /** For the beginnings of names; parts of names have a trigram index where the database allows it. */
    index('player_names_name').on(sql`lower(${t.name}) text_pattern_ops`),
  ],
);
