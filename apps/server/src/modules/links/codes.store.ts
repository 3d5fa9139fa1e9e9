import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { linkCodes } from '../../db/tables/links.table.ts';

export type CodeKey = { userId: string; serverId: string; playerId: string };
export type CodeRow = typeof linkCodes.$inferSelect;

const is = ({ userId, serverId, playerId }: CodeKey) =>
  and(eq(linkCodes.userId, userId), eq(linkCodes.serverId, serverId), eq(linkCodes.playerId, playerId));

/** A new code replaces the one before. */
export async function putCode(db: Db, row: typeof linkCodes.$inferInsert): Promise<void> {
  const { codeHash, expiresAt } = row;
  await db
    .insert(linkCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [linkCodes.userId, linkCodes.serverId, linkCodes.playerId],
      set: { codeHash, expiresAt, tries: 0 },
    });
}

/** Counts an attempt, in one statement, so that concurrent attempts cannot exceed the limit together. */
export async function countTry(db: Db, key: CodeKey, maxTries: number, now: Date): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(linkCodes)
    .set({ tries: sql`${linkCodes.tries} + 1` })
    .where(and(is(key), lt(linkCodes.tries, maxTries), gt(linkCodes.expiresAt, now)))
    .returning();
  return row;
}

export async function findCode(db: Db, key: CodeKey): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(linkCodes).where(is(key));
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
    .from(linkCodes)
    .where(
      and(
        eq(linkCodes.userId, userId),
        eq(linkCodes.serverId, serverId),
        ne(linkCodes.playerId, ''),
        gt(linkCodes.expiresAt, now),
      ),
    )
    .orderBy(desc(linkCodes.expiresAt))
    .limit(1);
  return row;
}

/** Uses up exactly this code. Of several concurrent calls one returns true; the others wait, then find none. */
export async function takeCode(db: Db, key: CodeKey, codeHash: string): Promise<boolean> {
  const taken = await db
    .delete(linkCodes)
    .where(and(is(key), eq(linkCodes.codeHash, codeHash)))
    .returning({ userId: linkCodes.userId });
  return taken.length === 1;
}

export async function deleteCode(db: Db, key: CodeKey): Promise<void> {
  await db.delete(linkCodes).where(is(key));
}

export async function deleteCodesExpiredBefore(db: Db, now: Date): Promise<void> {
  await db.delete(linkCodes).where(lt(linkCodes.expiresAt, now));
}
