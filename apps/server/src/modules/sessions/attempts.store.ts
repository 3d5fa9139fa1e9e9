import { and, eq, gt, like, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { attempts } from '../../db/tables/users.table.ts';

/**
 * Adds one attempt and returns the count in its window, in one statement. A window that ends later than one that begins now
 * was opened while the clock was ahead: it is shortened.
 */
export async function countAttempt(
  db: Db,
  key: string,
  now: Date,
  windowEndsAt: Date,
): Promise<{ count: number; windowEndsAt: Date }> {
  const isOver = sql`${attempts.windowEndsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else least(${attempts.windowEndsAt}, excluded.window_ends_at) end`,
      },
    })
    .returning({ count: attempts.count, windowEndsAt: attempts.windowEndsAt });
  if (!row) throw new Error('The upsert returned no row');
  return row;
}

export type AttemptsRow = typeof attempts.$inferSelect;

export async function findAttempts(db: Db, key: string): Promise<AttemptsRow | undefined> {
  const [row] = await db.select().from(attempts).where(eq(attempts.key, key));
  return row;
}

/** How many attempts were counted under keys of a limit whose window has not ended, and how many keys are over it. */
export async function sumAttempts(
  db: Db,
  { prefix, max, now }: { prefix: string; max: number; now: Date },
): Promise<{ total: number; over: number }> {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${attempts.count}), 0)::int`,
      over: sql<number>`count(*) filter (where ${attempts.count} >= ${max})::int`,
    })
    .from(attempts)
    .where(and(like(attempts.key, `${prefix}:%`), gt(attempts.windowEndsAt, now)));
  return row ?? { total: 0, over: 0 };
}

/** Locks the row until the end of the transaction, so that concurrent attempts are counted one after the other. */
export async function lockAttempts(db: Db, key: string, windowEndsAt: Date): Promise<AttemptsRow> {
  await db.insert(attempts).values({ key, count: 0, windowEndsAt }).onConflictDoNothing();
  const [row] = await db.select().from(attempts).where(eq(attempts.key, key)).for('update');
  if (!row) throw new Error('The attempts were deleted while they were counted');
  return row;
}

export async function updateAttempts(db: Db, { key, count, windowEndsAt }: AttemptsRow): Promise<void> {
  await db.update(attempts).set({ count, windowEndsAt }).where(eq(attempts.key, key));
}

export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(eq(attempts.key, key));
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

export async function deleteAttemptsEndedBefore(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowEndsAt, now));
}
