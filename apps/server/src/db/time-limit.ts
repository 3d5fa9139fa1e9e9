import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Time limit for each of the following statements of the transaction. */
export async function limitTime(db: Db, ms: number): Promise<void> {
  await db.execute(sql.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(ms))}`));
}
