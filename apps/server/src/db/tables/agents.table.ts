import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';
import { users } from './users.table.ts';

/** The portal processes that run now, by a heartbeat. */
export const portals = pgTable('portals', {
  id: text('id').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

/** Open agent connections, each at one portal process; one whose process is gone does not count. */
export const agentConnections = pgTable(
  'links',
  {
    serverId: serverId().primaryKey(),
    id: text('id').notNull(),
    portalId: text('portal_id').notNull(),
    connectedAt: moment('connected_at').notNull(),
  },
  (t) => [index('links_portal').on(t.portalId)],
);

/** One-time codes on their way: to a character, or (no player) to the console of the server's agent. */
export const oneTimeCodes = pgTable(
  'link_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    /** Empty for a code that proves control of the server. */
    playerId: text('player_id').notNull(),
    /** Salted: six digits alone would be read off a plain hash. */
    codeHash: text('code_hash').notNull(),
    attempts: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId, t.playerId] })],
);
