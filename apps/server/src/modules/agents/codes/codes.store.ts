import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { oneTimeCodes } from '../../../db/tables/agents.table.ts';

export type CodeKey = { userId: string; serverId: string; playerId: string };
export type CodeRow = typeof oneTimeCodes.$inferSelect;

const is = ({ userId, serverId, playerId }: CodeKey) =>
  and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.serverId, serverId), eq(oneTimeCodes.playerId, playerId));

/** A new code replaces the one before. */
export async function putCode(db: Db, row: typeof oneTimeCodes.$inferInsert): Promise<void> {
  const { codeHash, expiresAt } = row;
  await db
    .insert(oneTimeCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [oneTimeCodes.userId, oneTimeCodes.serverId, oneTimeCodes.playerId],
      set: { codeHash, expiresAt, attempts: 0 },
    });
}

/** Counts an attempt, in one statement, so that concurrent attempts cannot exceed the limit together. */
export async function countAttempt(db: Db, key: CodeKey, maxAttempts: number, now: Date): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(is(key), lt(oneTimeCodes.attempts, maxAttempts), gt(oneTimeCodes.expiresAt, now)))
    .returning();
  return row;
}

export async function findCode(db: Db, key: CodeKey): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(oneTimeCodes).where(is(key));
  return row;
}

/** The latest code a user asked for on a server, if it is still valid. */
export async function findCharacterCode(
  db: Db,
  { userId, serverId }: Omit<CodeKey, 'playerId'>,
  now: Date,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.serverId, serverId),
        ne(oneTimeCodes.playerId, ''),
        gt(oneTimeCodes.expiresAt, now),
      ),
    )
    .orderBy(desc(oneTimeCodes.expiresAt))
    .limit(1);
  return row;
}

/** Uses up exactly this code. Of several concurrent calls one returns true; the others wait, then find none. */
export async function takeCode(db: Db, key: CodeKey, codeHash: string): Promise<boolean> {
  const taken = await db
    .delete(oneTimeCodes)
    .where(and(is(key), eq(oneTimeCodes.codeHash, codeHash)))
    .returning({ userId: oneTimeCodes.userId });
  return taken.length === 1;
}

export async function deleteCode(db: Db, key: CodeKey): Promise<void> {
  await db.delete(oneTimeCodes).where(is(key));
}

export async function deleteCodesExpiredBefore(db: Db, now: Date): Promise<void> {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
}
