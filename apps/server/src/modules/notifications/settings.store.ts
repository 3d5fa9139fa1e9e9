import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { notificationSettings, pushKeys, pushSubscriptions } from '../../db/tables/notifications.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type SettingsRow = typeof notificationSettings.$inferSelect;
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Locks the user until the end of the transaction: concurrent changes are made one after the other. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function findSettings(db: Db, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return row;
}

export async function putSettings(db: Db, row: SettingsRow): Promise<void> {
  const { userId: _, ...set } = row;
  await db.insert(notificationSettings).values(row).onConflictDoUpdate({ target: notificationSettings.userId, set });
}

export async function hasDiscord(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: discordConnections.userId })
    .from(discordConnections)
    .where(eq(discordConnections.userId, userId));
  return rows.length > 0;
}

export async function countSubscriptions(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ browsers: number; isOn: boolean }> {
  const { sessionId: session } = pushSubscriptions;
  const [row] = await db
    .select({ browsers: count(), isOn: sql<boolean>`coalesce(bool_or(${eq(session, sessionId)}), false)` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  return row ?? { browsers: 0, isOn: false };
}

/** Replaces the subscription of this session, and of any other user of this browser. */
export async function putSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  const { sessionId, endpoint } = pushSubscriptions;
  await db.delete(pushSubscriptions).where(and(eq(endpoint, row.endpoint), ne(sessionId, row.sessionId)));
  await db.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target: sessionId, set: row });
}

/** Removes all but the newest of a user. */
export async function deleteSubscriptionsBeyond(db: Db, userId: string, limit: number): Promise<void> {
  await db.execute(sql`
    delete from ${pushSubscriptions} where session_id in (
      select p.session_id from ${pushSubscriptions} p where p.user_id = ${userId}
      order by p.created_at desc, p.session_id offset ${limit})`);
}

export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

/** Removes a subscription that has ended, unless the browser has subscribed again meanwhile. */
export async function deleteEnded(db: Db, { sessionId, endpoint }: SubscriptionRow): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint)));
}

type KeyRow = typeof pushKeys.$inferSelect;

export async function findKey(db: Db): Promise<KeyRow | undefined> {
  const [row] = await db.select().from(pushKeys);
  return row;
}

/** Stores the key unless another process was faster; `unusable` is one that cannot be unsealed, and is replaced. */
export async function putKey(db: Db, row: KeyRow, unusable: KeyRow | undefined): Promise<KeyRow> {
  const { id: _, ...set } = row;
  await db
    .insert(pushKeys)
    .values(row)
    .onConflictDoUpdate({
      target: pushKeys.id,
      set,
      setWhere: eq(pushKeys.publicKey, unusable?.publicKey ?? ''),
    });
  // Browsers accept messages only of the key that they subscribed with.
  if (unusable) await db.delete(pushSubscriptions);
  const stored = await findKey(db);
  if (!stored) throw new Error('The insert stored no row');
  return stored;
}

/** Discord refused a message: switches Discord off for all kinds, and stores why. */
export async function putDiscordProblem(db: Db, userId: string, problem: string): Promise<void> {
  const { choices } = notificationSettings;
  const off = sql`(select coalesce(jsonb_object_agg(chosen.key, chosen.value || '{"discord": false}'::jsonb), '{}'::jsonb)
    from jsonb_each(${choices}) chosen)`;
  await db
    .update(notificationSettings)
    .set({ discordProblem: problem, choices: off })
    .where(eq(notificationSettings.userId, userId));
}
