import { and, asc, count, desc, eq, gt, isNull, lte, or, sql, sum } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { files, uploads } from '../../../db/tables/files.table.ts';
import { users } from '../../../db/tables/users.table.ts';

/** Advisory lock: space is reserved by one transaction at a time. */
const quotaLock = 0x66696c65;

export type UploadRow = typeof uploads.$inferSelect;

export async function lockQuota(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${quotaLock})`);
}

/** Whether there are neither files nor uploads. */
export async function isUnused(db: Db): Promise<boolean> {
  const [file] = await db.select({ id: files.id }).from(files).limit(1);
  const [upload] = await db.select({ id: uploads.id }).from(uploads).limit(1);
  return !file && !upload;
}

/** Bytes that unfinished uploads have not sent yet. */
export async function sumMissing(db: Db): Promise<number> {
  const [row] = await db.select({ bytes: sum(sql`${uploads.size} - ${uploads.received}`) }).from(uploads);
  return Number(row?.bytes ?? 0);
}

export async function countUploads(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ uploads: count() }).from(uploads).where(eq(uploads.userId, userId));
  return row?.uploads ?? 0;
}

export async function insertUpload(db: Db, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload);
}

export async function listUploads(db: Db, userId: string, after: Date): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gt(uploads.expiresAt, after)))
    .orderBy(desc(uploads.startedAt), desc(uploads.id));
}

/** Locks the row until the transaction ends. */
export async function lockUpload(db: Db, id: string): Promise<(UploadRow & { username: string }) | undefined> {
  const [row] = await db
    .select({ upload: uploads, username: users.username })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.userId))
    .where(eq(uploads.id, id))
    .for('update', { of: uploads });
  return row && { ...row.upload, username: row.username };
}

export async function updateWriter(db: Db, id: string, writer: string, writingAt: Date): Promise<void> {
  await db.update(uploads).set({ writer, writingAt }).where(eq(uploads.id, id));
}

/** Returns whether this writer still held the lease. */
export async function updateUpload(
  db: Db,
  { id, writer }: { id: string; writer: string },
  changes: Partial<Pick<UploadRow, 'received' | 'writer' | 'writingAt' | 'expiresAt'>>,
): Promise<boolean> {
  const changed = await db
    .update(uploads)
    .set(changes)
    .where(and(eq(uploads.id, id), eq(uploads.writer, writer)))
    .returning({ id: uploads.id });
  return changed.length === 1;
}

/** Returns whether this writer still held the lease. */
export async function deleteUpload(db: Db, { id, writer }: { id: string; writer: string }): Promise<boolean> {
  const gone = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.writer, writer)))
    .returning({ id: uploads.id });
  return gone.length === 1;
}

/** Uploads that have expired, and complete ones that are not files yet. */
export async function listDue(db: Db, now: Date): Promise<{ id: string; userId: string }[]> {
  return db
    .select({ id: uploads.id, userId: uploads.userId })
    .from(uploads)
    .where(or(lte(uploads.expiresAt, now), eq(uploads.received, uploads.size)))
    .orderBy(asc(uploads.startedAt));
}

/** The file that an upload of this user has become. */
export async function findFinished(db: Db, id: string, userId: string): Promise<{ size: number } | undefined> {
  const [row] = await db
    .select({ size: files.size })
    .from(files)
    .where(and(eq(files.id, id), eq(files.uploaderId, userId), isNull(files.deletedAt)));
  return row;
}
