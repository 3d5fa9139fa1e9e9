import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';
import { users } from './users.table.ts';

export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    serverId: serverId(),
    senderId: text('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    senderName: text('sender_name').notNull(),
    playerId: text('player_id').notNull(),
    playerName: text('player_name').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The player on whose behalf it was sent. */
    instigator: text('instigator'),
    /** `delivering`: a portal process has it in hand since `claimedAt`. */
    state: text('state', { enum: ['waiting', 'delivering', 'delivered', 'failed'] }).notNull(),
    claimedAt: moment('claimed_at'),
    /** Deliveries that failed although the player was there. */
    attempts: integer('tries').notNull().default(0),
    reason: text('reason'),
    sentAt: moment('sent_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (t) => [
    index('mails_sender').on(t.senderId, t.serverId, t.sentAt),
    index('mails_server').on(t.serverId),
    index('mails_player').on(t.playerId, t.sentAt),
    index('mails_undelivered')
      .on(t.serverId, t.playerId)
      .where(sql`${t.state} in ('waiting', 'delivering')`),
  ],
);
