import { and, asc, gt, isNotNull, isNull, lte, max, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit, auditAnchor, auditHead } from '../../db/tables/audit.table.ts';
import { lockNumbers } from '../../db/lock-numbers.ts';

export type AuditRow = typeof audit.$inferSelect;
export type Head = { id: bigint; hash: string | null };

/** Locks the chain until the end of the transaction. */
export async function lockChain(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.auditChain})`);
}

export async function findHead(db: Db): Promise<Head | undefined> {
  const [head] = await db.select({ id: auditHead.id, hash: auditHead.hash }).from(auditHead);
  return head;
}

/** The head, and the highest id in use. */
export async function findEnd(db: Db): Promise<(Head & { newestId: bigint }) | undefined> {
  const newest = db.select({ id: max(audit.id) }).from(audit);
  const newestId = sql<bigint>`greatest(${auditHead.id}, ${newest})`.mapWith(BigInt);
  const [end] = await db.select({ id: auditHead.id, hash: auditHead.hash, newestId }).from(auditHead);
  return end;
}

export async function moveHead(db: Db, head: { id: bigint; hash: string }): Promise<void> {
  await db.update(auditHead).set(head);
}

export async function insertEntry(db: Db, entry: AuditRow): Promise<void> {
  await db.insert(audit).values(entry);
}

/** What the retention has removed. */
export type Anchor = { id: bigint; hash: string; addressesId: bigint };

export async function findAnchor(db: Db): Promise<Anchor | undefined> {
  const { id, hash, addressesId } = auditAnchor;
  const [anchor] = await db.select({ id, hash, addressesId }).from(auditAnchor);
  return anchor;
}

/** An entry at or before the one with which the chain begins, which the portal cannot have added. */
export async function findBeforeFirst(db: Db, anchorId: bigint): Promise<AuditRow | undefined> {
  const [row] = await db.select().from(audit).where(lte(audit.id, anchorId)).orderBy(asc(audit.id)).limit(1);
  return row;
}

/** Whether the chain has been started. */
export async function hasSealed(db: Db): Promise<boolean> {
  return (await db.select({ id: audit.id }).from(audit).where(isNotNull(audit.hash)).limit(1)).length > 0;
}

/** A page of all entries, oldest first. */
export async function findAfter(db: Db, id: bigint, limit: number): Promise<AuditRow[]> {
  return db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(limit);
}

export async function putHashes(db: Db, entries: { id: bigint; hash: string }[]): Promise<void> {
  const ids = entries.map(({ id }) => String(id));
  const hashes = entries.map(({ hash }) => hash);
  await db
    .update(audit)
    .set({ hash: sql`given.hash` })
    .from(sql`unnest(${sql.param(ids)}::bigint[], ${sql.param(hashes)}::text[]) as given(id, hash)`)
    .where(and(sql`${audit.id} = given.id`, isNull(audit.hash)));
}

/** Everything read inside comes from one snapshot of the database. */
export async function inSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
