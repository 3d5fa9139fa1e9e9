import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { passwordResets } from '../../db/tables/password-resets.table.ts';

type ResetRow = typeof passwordResets.$inferSelect;

export async function insertReset(db: Db, row: ResetRow): Promise<void> {
  await db.insert(passwordResets).values(row);
}

export async function findReset(db: Db, codeHash: string, now: Date): Promise<ResetRow | undefined> {
  const [row] = await db.select().from(passwordResets).where(isValid(codeHash, now));
  return row;
}

/** Of several concurrent callers one gets true; the others wait for it. */
export async function consumeReset(db: Db, codeHash: string, now: Date): Promise<boolean> {
  const consumed = await db
    .delete(passwordResets)
    .where(isValid(codeHash, now))
    .returning({ id: passwordResets.userId });
  return consumed.length === 1;
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
}

function isValid(codeHash: string, now: Date) {
  return and(eq(passwordResets.codeHash, codeHash), gt(passwordResets.expiresAt, now));
}
