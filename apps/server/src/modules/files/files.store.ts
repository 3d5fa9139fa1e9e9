import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, or, sql, sum, type Placeholder } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { compareBoth, type TextSearch } from '../../db/text-search.ts';
import { files, uploads } from '../../db/tables/files.table.ts';
import { users } from '../../db/tables/users.table.ts';

const listed = {
  fileId: files.id,
  fileName: files.name,
  uploadedBy: users.username,
  uploadedAt: files.uploadedAt,
  size: files.size,
  visibility: files.visibility,
};

const isForAdmin = (userId: string | Placeholder) => or(ne(files.visibility, 'private'), eq(files.uploaderId, userId));

const listForAdmin = prepared((db) =>
  db
    .select(listed)
    .from(files)
    .leftJoin(users, eq(users.id, files.uploaderId))
    .where(and(isNull(files.deletedAt), isForAdmin(sql.placeholder('userId'))))
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .prepare('files_list'),
);

export type ListedFile = Awaited<ReturnType<ReturnType<typeof listForAdmin>['execute']>>[number];

/** What an Admin may open: all but the private files of others. */
export async function listFiles(db: Db, adminId: string): Promise<ListedFile[]> {
  return listForAdmin(db).execute({ userId: adminId });
}

const selectFiles = (db: Db) =>
  db
    .select({ ...listed, hash: files.hash, uploaderId: files.uploaderId })
    .from(files)
    .leftJoin(users, eq(users.id, files.uploaderId));

const findById = prepared((db) =>
  selectFiles(db)
    .where(and(eq(files.id, sql.placeholder('id')), isNull(files.deletedAt)))
    .prepare('files_find'),
);

export type FileRow = Awaited<ReturnType<ReturnType<typeof findById>['execute']>>[number];

export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [row] = await findById(db).execute({ id });
  return row;
}

/** Of what an Admin may open, the best match first. */
export async function searchFiles(db: Db, adminId: string, search: TextSearch, limit: number) {
  const { isMatch, rank } = compareBoth(files.name, search);
  return db
    .select({ id: files.id, name: files.name, bytes: files.size })
    .from(files)
    .where(and(isNull(files.deletedAt), isForAdmin(adminId), isMatch))
    .orderBy(rank, desc(files.uploadedAt), desc(files.id))
    .limit(limit);
}

/** Locks the row until the transaction ends. */
export async function lockFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [row] = await selectFiles(db)
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
    .for('update', { of: files });
  return row;
}

/** Locks a file that was deleted after this time and is not purged yet. */
export async function lockDeletedFile(db: Db, id: string, after: Date): Promise<FileRow | undefined> {
  const [row] = await selectFiles(db)
    .where(and(eq(files.id, id), isNotNull(files.deletedAt), gt(files.deletedAt, after)))
    .for('update', { of: files });
  return row;
}

export async function updateFile(
  db: Db,
  id: string,
  changes: { visibility: FileRow['visibility'] } | { deletedAt: Date | null },
): Promise<void> {
  await db.update(files).set(changes).where(eq(files.id, id));
}

/** Stored bytes, and bytes that are reserved for unfinished uploads. */
export async function sumUsage(db: Db): Promise<{ files: number; bytes: number; promisedBytes: number }> {
  const [stored] = await db
    .select({ files: count(), bytes: sum(files.size) })
    .from(files)
    .where(isNull(files.deletedAt));
  const [promised] = await db.select({ bytes: sum(uploads.size) }).from(uploads);
  return { files: stored?.files ?? 0, bytes: Number(stored?.bytes ?? 0), promisedBytes: Number(promised?.bytes ?? 0) };
}

export async function insertFiles(db: Db, rows: (typeof files.$inferInsert)[]): Promise<void> {
  await db.insert(files).values(rows);
}

export type StoredRow = { id: string; name: string; size: number; hash: string };

/** A page of all files, including deleted ones that can still be restored. */
export async function listStoredAfter(db: Db, id: string, limit: number): Promise<StoredRow[]> {
  return db
    .select({ id: files.id, name: files.name, size: files.size, hash: files.hash })
    .from(files)
    .where(gt(files.id, id))
    .orderBy(asc(files.id))
    .limit(limit);
}

export async function sumStored(db: Db): Promise<{ files: number; bytes: number }> {
  const [row] = await db.select({ files: count(), bytes: sum(files.size) }).from(files);
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}

const findId = prepared((db) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.id, sql.placeholder('id')))
    .prepare('files_known'),
);

export async function isFile(db: Db, id: string): Promise<boolean> {
  return (await findId(db).execute({ id })).length > 0;
}
