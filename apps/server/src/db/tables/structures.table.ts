import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';

/** Of a row that is still in the save, `lastSeenAt` is the save's own time; it is written down when the row is gone. */
const history = () => ({
  /** The read that contained the row last: rows that a full read does not contain are gone. */
  revision: text('revision').notNull(),
  firstSeenAt: moment('first_seen_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  goneAt: moment('gone_at'),
});

/** What was read of each server's saves. */
export const saves = pgTable('saves', {
  serverId: serverId().primaryKey(),
  visibleTo: text('visible_to', { enum: ['members', 'tribes', 'admins'] })
    .notNull()
    .default('tribes'),
  /** The last read that was received completely; null before the first. */
  revision: text('revision'),
  savedAt: moment('saved_at'),
  readAt: moment('read_at'),
  format: text('format'),
  map: text('map'),
  gameTime: doublePrecision('game_time'),
  objectCount: integer('object_count').notNull().default(0),
  failureCount: integer('failure_count').notNull().default(0),
  tribeCount: integer('tribe_count').notNull().default(0),
  survivorCount: integer('survivor_count').notNull().default(0),
  readingSince: moment('reading_since'),
  error: text('error'),
  errorAt: moment('error_at'),
});

export const structures = pgTable(
  'structures',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    serverId: serverId(),
    saveId: text('save_id').notNull(),
    className: text('class_name').notNull(),
    tribeId: bigint('tribe_id', { mode: 'number' }).notNull(),
    tribeName: text('tribe_name'),
    ownerArkId: text('owner_ark_id'),
    ownerName: text('owner_name'),
    name: text('name'),
    x: real('x').notNull(),
    y: real('y').notNull(),
    z: real('z').notNull(),
    health: real('health'),
    maxHealth: real('max_health'),
    builtAt: moment('built_at'),
    ...history(),
  },
  (t) => [
    uniqueIndex('structures_save').on(t.serverId, t.saveId),
    index('structures_tribe').on(t.serverId, t.tribeId),
    index('structures_gone')
      .on(t.goneAt)
      .where(sql`${t.goneAt} is not null`),
  ],
);

export const tribes = pgTable(
  'tribes',
  {
    serverId: serverId(),
    id: bigint('id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    ownerArkId: text('owner_ark_id'),
    adminArkIds: text('admin_ark_ids').array().notNull(),
    members: jsonb('members').$type<{ arkId: string; name: string }[]>().notNull(),
    log: text('log').array().notNull(),
    ...history(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.id] })],
);

export const survivors = pgTable(
  'survivors',
  {
    serverId: serverId(),
    /** The number inside the game. */
    arkId: text('ark_id').notNull(),
    /** The id of the platform, as in the list of players. */
    playerId: text('player_id'),
    name: text('name').notNull(),
    platformName: text('platform_name'),
    level: integer('level'),
    tribeId: bigint('tribe_id', { mode: 'number' }),
    /** From the world save; what the portal saw itself is in the known players. */
    loginAt: moment('login_at'),
    /** The same in seconds of the game clock, to distinguish a new login from the same one. */
    loginGame: doublePrecision('login_game'),
    x: real('x'),
    y: real('y'),
    z: real('z'),
    ...history(),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.arkId] }),
    index('survivors_player').on(t.playerId, t.serverId),
    index('survivors_tribe').on(t.serverId, t.tribeId),
  ],
);

/** The classes of everything in a server's save. */
export const saveClasses = pgTable(
  'save_classes',
  {
    serverId: serverId(),
    className: text('class_name').notNull(),
    kind: text('kind', { enum: ['structure', 'creature', 'item', 'survivor', 'other'] }).notNull(),
    directory: text('directory'),
    count: integer('count').notNull(),
    revision: text('revision').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.className] })],
);

/** Squares of the map, and the heights at which objects of the latest saves stood in them, in metres, newest first. */
export const groundCells = pgTable(
  'ground_cells',
  {
    serverId: serverId(),
    x: smallint('x').notNull(),
    y: smallint('y').notNull(),
    heights: smallint('heights').array().notNull(),
    swimmers: smallint('swimmers').notNull(),
    /** The save that was added last: one that is sent again adds nothing. */
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.x, t.y] })],
);
