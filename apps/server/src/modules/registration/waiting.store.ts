import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { users } from '../../db/tables/users.table.ts';

type Account = { id: string; username: string };

const isWaiting = isNotNull(users.waitingSince);
const account = { id: users.id, username: users.username };

export async function findWaiting(db: Db) {
  return db.select().from(users).where(isWaiting).orderBy(asc(users.waitingSince), asc(users.id));
}

export async function countWaiting(db: Db): Promise<number> {
  return db.$count(users, isWaiting);
}

/** Of several concurrent callers one gets the account. */
export async function endWaiting(db: Db, id: string): Promise<Account | undefined> {
  const isOne = and(eq(users.id, id), isWaiting);
  return (await db.update(users).set({ waitingSince: null }).where(isOne).returning(account))[0];
}

export async function deleteWaiting(db: Db, id: string): Promise<Account | undefined> {
  return (
    await db
      .delete(users)
      .where(and(eq(users.id, id), isWaiting))
      .returning(account)
  )[0];
}
