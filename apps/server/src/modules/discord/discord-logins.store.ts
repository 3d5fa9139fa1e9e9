import { eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordLogins } from '../../db/tables/registration.table.ts';

type LoginRow = typeof discordLogins.$inferSelect;

/** Stores a login that was started, and drops those that nobody finished in time. */
export async function insertLogin(db: Db, row: LoginRow, startedBefore: Date): Promise<void> {
  await db.delete(discordLogins).where(lt(discordLogins.createdAt, startedBefore));
  await db.insert(discordLogins).values(row);
}

/** Consumes a login: of several concurrent callers, one gets it. */
export async function takeLogin(db: Db, stateHash: string): Promise<LoginRow | undefined> {
  const [row] = await db.delete(discordLogins).where(eq(discordLogins.stateHash, stateHash)).returning();
  return row;
}
