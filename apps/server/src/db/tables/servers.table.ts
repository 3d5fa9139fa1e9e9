import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

export const clusters = pgTable('clusters', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The name folded, so that no two differ by case or width alone. */
  nameKey: text('name_key').notNull().unique('clusters_name'),
  createdAt: moment('created_at').notNull(),
});

export const servers = pgTable(
  'servers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique('servers_name'),
    game: text('game', { enum: ['ase', 'asa'] }).notNull(),
    clusterId: text('cluster_id').references(() => clusters.id, { onDelete: 'set null' }),
    /** SHA-256 of the agent's token; the token itself is not stored. */
    tokenHash: text('token_hash').notNull().unique('servers_token'),
    createdAt: moment('created_at').notNull(),
    /** What the agent reported last; only valid while it is connected. */
    state: text('state', { enum: ['booting', 'up', 'degraded', 'down'] })
      .notNull()
      .default('down'),
    stateReason: text('state_reason'),
    stateSince: moment('state_since'),
    /** When its last connection ended, by the database's clock: those of the portals may differ. */
    connectionLostAt: moment('connection_lost_at'),
    playerCount: integer('player_count'),
    structureCount: integer('structure_count'),
    map: text('map'),
    version: text('version'),
    day: integer('day'),
    agentName: text('agent_name'),
    agentVersion: text('agent_version'),
    capabilities: jsonb('capabilities'),
    /** The last event taken in, of which sequence: what comes again is known by it. */
    stream: text('stream'),
    ackedSeq: bigint('acked_seq', { mode: 'number' }).notNull().default(0),
    sharesClusterChat: boolean('shares_cluster_chat').notNull().default(true),
    hasBotTraffic: boolean('has_bot_traffic').notNull().default(true),
    /** Who may see when others played, and what happened to them. */
    historyVisibleTo: text('history_visible_to', { enum: ['members', 'admins'] })
      .notNull()
      .default('admins'),
    /** Whether members may see who played most, died most and tamed most. */
    hasLeaderboards: boolean('has_leaderboards').notNull().default(false),
    /** What its admins have entered: how many can play at once, and where players connect to. */
    maxPlayers: integer('max_players'),
    joinAddress: text('join_address'),
  },
  (t) => [index('servers_cluster').on(t.clusterId)],
);

/** The column of what is deleted along with its server. */
export const serverId = () =>
  text('server_id')
    .notNull()
    .references(() => servers.id, { onDelete: 'cascade' });

export const favoriteServers = pgTable(
  'favorite_servers',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId] })],
);

/** People who proved control of a server itself; their characters there are admins too. */
export const serverAdmins = pgTable(
  'server_admins',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    since: moment('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId] })],
);
