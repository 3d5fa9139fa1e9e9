import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';
import { users } from './users.table.ts';

export const linkedPlayers = pgTable(
  'linked_players',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    linkedAt: moment('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.serverId] }),
    uniqueIndex('linked_players_player').on(t.serverId, t.playerId),
  ],
);

export const onlinePlayers = pgTable(
  'online_players',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    survivor: text('survivor'),
    joinedAt: moment('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);

/** Everyone who was ever seen on a server, under the latest name. */
export const knownPlayers = pgTable(
  'known_players',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    /** When they last came or were there; null for those of before this was written down. */
    seenAt: moment('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);

/** How many were online, one row for each change; null where it was not known. */
export const playerCounts = pgTable(
  'player_counts',
  { serverId: serverId(), at: moment('at').notNull(), count: integer('count') },
  (t) => [primaryKey({ columns: [t.serverId, t.at] })],
);
