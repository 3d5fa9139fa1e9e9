import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { logSources } from '../../../db/tables/logs.table.ts';
import { servers } from '../../../db/tables/servers.table.ts';

export type SourceRow = { host: string; key: string; label: string };

/** A game server is called what it is called now. */
export async function findSources(db: Db): Promise<SourceRow[]> {
  return db
    .select({
      host: logSources.host,
      key: logSources.key,
      label: sql<string>`coalesce(${servers.name}, ${logSources.label})`,
    })
    .from(logSources)
    .leftJoin(servers, eq(servers.id, logSources.host))
    .orderBy(asc(logSources.host), asc(logSources.key));
}

export async function findKeysOf(db: Db, host: string): Promise<string[]> {
  const rows = await db.select({ key: logSources.key }).from(logSources).where(eq(logSources.host, host));
  return rows.map(({ key }) => key);
}

/** Given in order of host and key, so that two processes never wait for each other. */
export async function putSources(db: Db, rows: SourceRow[], lastAt: Date): Promise<void> {
  await db
    .insert(logSources)
    .values(rows.map((row) => ({ ...row, lastAt })))
    .onConflictDoUpdate({
      target: [logSources.host, logSources.key],
      set: { label: sql`excluded.label`, lastAt: sql`excluded.last_at` },
    });
}

export async function deleteSourcesBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from ${logSources} where ${logSources.lastAt} < ${before}`);
}
