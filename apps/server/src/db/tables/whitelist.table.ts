import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';

/** Servers whose whitelist is that of the portal; the others keep their own. */
export const whitelistServers = pgTable('whitelist_servers', {
  serverId: serverId().primaryKey(),
  managedBy: text('managed_by').notNull(),
  managedAt: moment('managed_at').notNull(),
});

/** What came of putting players on the whitelist of a server, or of taking them off. No row: not tried yet. */
export const whitelistStates = pgTable(
  'whitelist_states',
  {
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'confirmed', 'failed'] }).notNull(),
    detail: text('detail'),
    at: moment('at').notNull(),
    /** Not to be tried again before. */
    retryAt: moment('retry_at'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.playerId] })],
);
