import { count, like } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { servers } from '../db/tables/servers.table.ts';

export async function countServers(db: Db, idStart: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(servers)
    .where(like(servers.id, `${idStart}%`));
  return row?.total ?? 0;
}

/** Skips names that are taken; returns how many were added. */
export async function insertServers(db: Db, rows: (typeof servers.$inferInsert)[]): Promise<number> {
  const inserted = await db.insert(servers).values(rows).onConflictDoNothing().returning({ id: servers.id });
  return inserted.length;
}

export async function deleteServers(db: Db, idStart: string): Promise<number> {
  const deleted = await db
    .delete(servers)
    .where(like(servers.id, `${idStart}%`))
    .returning({ id: servers.id });
  return deleted.length;
}
