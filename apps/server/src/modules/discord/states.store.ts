import { desc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { oauthStates } from '../../db/tables/discord.table.ts';

type StateRow = typeof oauthStates.$inferSelect;

/** Keeps a new one, and of the session's others the newest alone. */
export async function insertState(db: Db, row: StateRow, keep: number): Promise<void> {
  await db.insert(oauthStates).values(row);
  const tooMany = db
    .select({ stateHash: oauthStates.stateHash })
    .from(oauthStates)
    .where(eq(oauthStates.sessionId, row.sessionId))
    .orderBy(desc(oauthStates.createdAt))
    .offset(keep);
  await db.delete(oauthStates).where(inArray(oauthStates.stateHash, tooMany));
}

/** Uses it up, whoever comes with it: of several at once, one gets it. */
export async function takeState(db: Db, stateHash: string): Promise<StateRow | undefined> {
  const [row] = await db.delete(oauthStates).where(eq(oauthStates.stateHash, stateHash)).returning();
  return row;
}

export async function deleteStatesBefore(db: Db, createdBefore: Date): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.createdAt, createdBefore));
}
