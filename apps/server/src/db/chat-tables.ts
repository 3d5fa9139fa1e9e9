import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, servers } from './tables.ts';

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
    say: jsonb('say').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Since when a portal is sending it. It may have arrived since, so it is not sent again. */
    claimedAt: moment('claimed_at'),
  },
  (t) => [index('chat_outbox_server').on(t.serverId, t.id)],
);
