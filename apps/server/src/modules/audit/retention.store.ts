import { and, asc, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit, auditAnchor } from '../../db/tables/audit.table.ts';

export type OldEntry = { id: bigint; at: Date; hash: string | null; action: string; isFromAddress: boolean };

/** Names of the portal's own parts (`console`) are no addresses. */
const isFromAddress = sql<boolean>`(${audit.address} ~ '[.:]')`;

/** The next entries after that one, oldest first. */
export async function findNext(db: Db, id: bigint, limit: number): Promise<OldEntry[]> {
  return db
    .select({ id: audit.id, at: audit.at, hash: audit.hash, action: audit.action, isFromAddress })
    .from(audit)
    .where(gt(audit.id, id))
    .orderBy(asc(audit.id))
    .limit(limit);
}

/** First the anchor moves; without that, the database refuses what follows. */
export async function moveAnchor(db: Db, anchor: Omit<typeof auditAnchor.$inferInsert, 'isOnly'>): Promise<void> {
  await db.update(auditAnchor).set(anchor);
}

export async function deleteUpTo(db: Db, id: bigint): Promise<void> {
  await db.delete(audit).where(lte(audit.id, id));
}

export async function removeAddresses(db: Db, after: bigint, upTo: bigint): Promise<void> {
  await db
    .update(audit)
    .set({ address: '', addressSalt: null })
    .where(and(gt(audit.id, after), lte(audit.id, upTo), isNotNull(audit.addressSalt), isFromAddress));
}
