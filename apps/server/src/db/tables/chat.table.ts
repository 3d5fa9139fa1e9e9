import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';
import { clusters, servers } from './servers.table.ts';

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text('kind', { enum: ['player', 'server', 'portal', 'discord'] }).notNull(),
    serverId: text('server_id').references(() => servers.id, { onDelete: 'cascade' }),
    /** The cluster it was sent in: a server that changes its cluster does not take its messages along. */
    clusterId: text('cluster_id').references(() => clusters.id, { onDelete: 'set null' }),
    playerId: text('player_id'),
    userId: text('user_id'),
    name: text('name').notNull(),
    survivor: text('survivor'),
    tribe: text('tribe'),
    text: text('text').notNull(),
  },
  (t) => [
    index('chat_messages_server').on(t.serverId, t.id),
    index('chat_messages_cluster').on(t.clusterId, t.id),
    /** Messages to all servers of a cluster: few of its messages, and part of each server's chat. */
    index('chat_messages_whole_cluster')
      .on(t.clusterId, t.id)
      .where(sql`${t.serverId} is null`),
    index('chat_messages_at').on(t.at),
    /** What one player has said. */
    index('chat_messages_player')
      .on(t.playerId, t.id)
      .where(sql`${t.playerId} is not null`),
  ],
);

/** Guilds that asked for a server's chat: `log` writes it to a channel, `relay` joins both ways. */
export const chatGuilds = pgTable(
  'chat_guilds',
  {
    serverId: serverId(),
    guildId: text('guild_id').notNull(),
    kind: text('kind', { enum: ['log', 'relay'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.guildId, t.kind] })],
);

/** Chat messages on their way to another server of the cluster: an outbox, at most once each. */
export const chatOutbox = pgTable(
  'chat_outbox',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Where it is to be shown. */
    serverId: text('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    /** Parameters of `chat.say`. */
    message: jsonb('say').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Since when a portal is sending it. It may have arrived since, so it is not sent again. */
    claimedAt: moment('claimed_at'),
  },
  (t) => [index('chat_outbox_server').on(t.serverId, t.id)],
);
