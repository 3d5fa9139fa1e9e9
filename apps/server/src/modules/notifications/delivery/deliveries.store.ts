import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { discordConnections } from '../../../db/tables/discord.table.ts';
import { notificationDeliveries, notifications, pushSubscriptions } from '../../../db/tables/notifications.table.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
type Channel = 'discord' | 'push';
type Claim = { now: Date; leaseEndsAt: Date; limit: number };

/** A claimed delivery with what it delivers. */
export type Delivery = {
  notificationId: bigint;
  target: string;
  attempts: number;
  userId: string;
  text: string;
  detail: string | null;
  path: string;
  createdAt: Date;
};

/** Claims what is due, the oldest first: of concurrent callers, one gets each until its lease ends. */
export async function claimDue(db: Db, channel: Channel, { now, leaseEndsAt, limit }: Claim): Promise<Delivery[]> {
  const { rows } = await db.execute<{ id: string; target: string; attempts: number }>(sql`
    with due as (
      select d.notification_id, d.target from ${notificationDeliveries} d
      where d.channel = ${channel} and d.due_at <= ${now.toISOString()}::timestamptz
      order by d.due_at, d.notification_id limit ${limit} for update skip locked)
    update ${notificationDeliveries} claimed
    set due_at = ${leaseEndsAt.toISOString()}::timestamptz, attempts = claimed.attempts + 1
    from due
    where claimed.channel = ${channel} and claimed.notification_id = due.notification_id
      and claimed.target = due.target
    returning claimed.notification_id as id, claimed.target, claimed.attempts`);
  if (rows.length === 0) return [];
  const { id, userId, text, detail, path, createdAt } = notifications;
  const ids = rows.map((row) => BigInt(row.id));
  const found = await db
    .select({ id, userId, text, detail, path, createdAt })
    .from(notifications)
    .where(inArray(id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const notification = byId.get(BigInt(row.id));
    if (!notification) return [];
    const { id: notificationId, ...content } = notification;
    return [{ ...content, notificationId, target: row.target, attempts: row.attempts }];
  });
}

/** What waits, by channel. */
export async function countDeliveries(db: Db): Promise<Record<Channel, number>> {
  const { channel } = notificationDeliveries;
  const rows = await db.select({ channel, count: count() }).from(notificationDeliveries).groupBy(channel);
  return { discord: 0, push: 0, ...Object.fromEntries(rows.map((row) => [row.channel, row.count])) };
}

type Key = Pick<Delivery, 'notificationId' | 'target'>;

const isOne = (channel: Channel, { notificationId, target }: Key) =>
  and(
    eq(notificationDeliveries.notificationId, notificationId),
    eq(notificationDeliveries.channel, channel),
    eq(notificationDeliveries.target, target),
  );

export async function deleteDelivery(db: Db, channel: Channel, key: Key): Promise<void> {
  await db.delete(notificationDeliveries).where(isOne(channel, key));
}

export async function postpone(db: Db, channel: Channel, key: Key, dueAt: Date): Promise<void> {
  await db.update(notificationDeliveries).set({ dueAt }).where(isOne(channel, key));
}

/** Everything that waits for a user on Discord. */
export async function deleteDiscordOf(db: Db, userId: string): Promise<void> {
  const own = db.select({ id: notifications.id }).from(notifications).where(eq(notifications.userId, userId));
  await db
    .delete(notificationDeliveries)
    .where(and(eq(notificationDeliveries.channel, 'discord'), inArray(notificationDeliveries.notificationId, own)));
}

export async function findDiscordIds(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { userId, discordId } = discordConnections;
  const rows = await db
    .select({ userId, discordId })
    .from(discordConnections)
    .where(inArray(userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row.discordId]));
}

/** By session. */
export async function findSubscriptions(db: Db, sessionIds: readonly string[]): Promise<Map<string, SubscriptionRow>> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.sessionId, [...sessionIds]));
  return new Map(rows.map((row) => [row.sessionId, row]));
}
