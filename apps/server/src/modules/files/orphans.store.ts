import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { files, uploads } from '../../db/tables/files.table.ts';

/** Which of these ids are files and which are unfinished uploads, in one snapshot. */
export async function findKnown(db: Db, ids: string[]): Promise<Map<string, 'file' | 'upload'>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, kind: sql<'file' | 'upload'>`'file'` })
    .from(files)
    .where(inArray(files.id, ids))
    .unionAll(
      db
        .select({ id: uploads.id, kind: sql<'file' | 'upload'>`'upload'` })
        .from(uploads)
        .where(inArray(uploads.id, ids)),
    );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Including deleted files that can be restored. */
export async function listFileIds(db: Db): Promise<{ id: string; isDeleted: boolean }[]> {
  return db.select({ id: files.id, isDeleted: sql<boolean>`${files.deletedAt} is not null` }).from(files);
}

export async function listDeleted(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ id: files.id }).from(files).where(lt(files.deletedAt, before));
  return rows.map(({ id }) => id);
}

/** Returns whether it is still deleted; it cannot be restored until the transaction ends. */
export async function lockDeleted(db: Db, id: string, before: Date): Promise<boolean> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), isNotNull(files.deletedAt), lt(files.deletedAt, before)))
    .for('update');
  return rows.length === 1;
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.delete(files).where(eq(files.id, id));
}

/** Marks private files whose uploader was removed as deleted. */
export async function deleteAbandoned(db: Db, at: Date): Promise<{ id: string; name: string }[]> {
  return db
    .update(files)
    .set({ deletedAt: at })
    .where(and(eq(files.visibility, 'private'), isNull(files.uploaderId), isNull(files.deletedAt)))
    .returning({ id: files.id, name: files.name });
}
