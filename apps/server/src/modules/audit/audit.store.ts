import { and, desc, ilike, lt, or } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit } from '../../db/tables.ts';

export type AuditRow = typeof audit.$inferSelect;

export async function insertEntry(db: Db, entry: typeof audit.$inferInsert): Promise<AuditRow> {
  const [row] = await db.insert(audit).values(entry).returning();
  if (!row) throw new Error('An insert answered no row');
  return row;
}

export async function findEntries(
  db: Db,
  filter: { search: string | undefined; before: bigint | undefined },
  limit: number,
): Promise<AuditRow[]> {
  const pattern = filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : undefined;
  return db
    .select()
    .from(audit)
    .where(
      and(
        filter.before === undefined ? undefined : lt(audit.id, filter.before),
        pattern === undefined
          ? undefined
          : or(ilike(audit.actor, pattern), ilike(audit.action, pattern), ilike(audit.target, pattern)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
}
