import { notificationKindNames, type NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { serverId } from './servers.table.ts';
import { sessions, users } from './users.table.ts';

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text('kind', { enum: notificationKindNames as [NotificationKind, ...NotificationKind[]] }).notNull(),
    /** Idempotency key: names what happened, so that nobody is notified of it twice. */
    key: text('key').notNull(),
    text: text('text').notNull(),
    detail: text('detail'),
    path: text('path').notNull(),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    uniqueIndex('notifications_key').on(t.userId, t.key),
    index('notifications_user').on(t.userId, t.id),
    index('notifications_by_key').on(t.key),
    index('notifications_created').on(t.createdAt),
  ],
);

export type NotificationChoice = { discord?: boolean; push?: boolean };

/** No row before the first choice. */
export const notificationSettings = pgTable('notification_settings', {
  userId: userId().primaryKey(),
  choices: jsonb('choices').$type<{ [Kind in NotificationKind]?: NotificationChoice }>().notNull(),
  /** Why Discord messages were switched off: Discord refused one. */
  discordProblem: text('discord_problem'),
});

/** Browsers that are notified, each for as long as its session lasts. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: userId(),
    endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint'),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);

/** Outbox: what is still to be sent to Discord, or to the browser of a session. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    notificationId: bigint('notification_id', { mode: 'bigint' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: ['discord', 'push'] }).notNull(),
    /** The session of the browser; empty for Discord. */
    target: text('target').notNull(),
    /** A claimed delivery is due again when its lease has ended. */
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.channel, t.target] }),
    index('notification_deliveries_due').on(t.channel, t.dueAt),
  ],
);

/** The VAPID key pair: one row, created when it is first needed. */
export const pushKeys = pgTable('push_keys', {
  id: text('id', { enum: ['vapid'] }).primaryKey(),
  publicKey: text('public_key').notNull(),
  /** Sealed with the portal's key. */
  sealedPrivateKey: text('sealed_private_key').notNull(),
});

/** Servers that have been seen down, until they have been up again for a while. */
export const serverOutages = pgTable('server_outages', {
  serverId: serverId().primaryKey(),
  downSince: moment('down_since').notNull(),
  /** Since when it is up again; null while it is down. */
  upSince: moment('up_since'),
  /** When users were notified; null while the outage is too short for that. */
  announcedAt: moment('announced_at'),
  /** When the state was last looked at. */
  seenAt: moment('seen_at').notNull(),
});
