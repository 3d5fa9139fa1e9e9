import { and, count, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import {
  notificationDeliveries,
  notifications,
  notificationSettings,
  pushSubscriptions,
} from '../../db/tables/notifications.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type NotificationRow = typeof notifications.$inferSelect;
type NewRow = Pick<NotificationRow, 'kind' | 'key' | 'text' | 'detail' | 'path' | 'createdAt'>;

/** Returns the rows of those who were not notified of it before. */
export async function insertFor(db: Db, userIds: readonly string[], row: NewRow): Promise<NotificationRow[]> {
  return db
    .insert(notifications)
    .values(userIds.map((userId) => ({ ...row, userId })))
    .onConflictDoNothing()
    .returning();
}

const chosen = (channel: 'discord' | 'push', otherwise: boolean) =>
  sql`coalesce((s.choices -> n.kind ->> ${channel})::boolean, ${otherwise})`;

/** Puts these into the outbox, for those who chose Discord or push; `pushByDefault` for those who chose nothing. */
export async function insertDeliveries(
  db: Db,
  { ids, dueAt, pushByDefault }: { ids: readonly bigint[]; dueAt: Date; pushByDefault: boolean },
): Promise<('discord' | 'push')[]> {
  const { rows } = await db.execute<{ channel: 'discord' | 'push' }>(sql`
    insert into ${notificationDeliveries} (notification_id, channel, target, due_at)
    select n.id, way.channel, way.target, ${dueAt.toISOString()}::timestamptz
    from ${notifications} n join ${users} u on u.id = n.user_id and u.disabled_at is null
      left join ${notificationSettings} s on s.user_id = n.user_id
      cross join lateral (
        select 'discord' as channel, '' as target from ${discordConnections} c
        where c.user_id = n.user_id and ${chosen('discord', false)}
        union all
        select 'push', p.session_id from ${pushSubscriptions} p
        where p.user_id = n.user_id and ${chosen('push', pushByDefault)}) way
    where n.id = any(${sql.param(ids.map(String))}::bigint[])
    returning channel`);
  return [...new Set(rows.map(({ channel }) => channel))];
}

/** Removes all but the newest of each of these users. */
export async function deleteBeyond(db: Db, userIds: readonly string[], limit: number): Promise<void> {
  await db.execute(sql`
    delete from ${notifications} using (
      select reader.id as user_id, (select n.id from ${notifications} n where n.user_id = reader.id
        order by n.id desc offset ${limit - 1} limit 1) as oldest_id
      from unnest(${sql.param([...userIds])}::text[]) as reader(id)) bound
    where ${notifications.userId} = bound.user_id and ${notifications.id} < bound.oldest_id`);
}

export async function deleteBefore(db: Db, createdBefore: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, createdBefore));
}

/** Returns the users who had it unread. */
export async function deleteByKey(db: Db, key: string): Promise<string[]> {
  const rows = await db
    .delete(notifications)
    .where(eq(notifications.key, key))
    .returning({ userId: notifications.userId, readAt: notifications.readAt });
  return rows.filter(({ readAt }) => readAt === null).map(({ userId }) => userId);
}

export async function deleteOf(db: Db, userId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.userId, userId));
}

/** Newest first. */
export async function findPage(
  db: Db,
  userId: string,
  { before, limit }: { before: bigint | undefined; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), before === undefined ? undefined : lt(notifications.id, before)))
    .orderBy(desc(notifications.id))
    .limit(limit);
}

/** By user; those who have read everything are missing. */
export async function countUnread(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: notifications.userId, unread: count() })
    .from(notifications)
    .where(and(inArray(notifications.userId, [...userIds]), isNull(notifications.readAt)))
    .groupBy(notifications.userId);
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

export async function markRead(
  db: Db,
  userId: string,
  which: { ids: bigint[] } | { upTo: bigint },
  readAt: Date,
): Promise<void> {
  const isMeant = 'ids' in which ? inArray(notifications.id, which.ids) : lte(notifications.id, which.upTo);
  await db
    .update(notifications)
    .set({ readAt })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), isMeant));
}
