import { and, count, desc, eq, gt, isNotNull, isNull, ne, or, sql, sum } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
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

const listForAdmin = prepared((db) =>
  db
    .select(listed)
    .from(files)
    .leftJoin(users, eq(users.id, files.uploaderId))
    .where(
      and(
        isNull(files.deletedAt),
        or(ne(files.visibility, 'private'), eq(files.uploaderId, sql.placeholder('userId'))),
      ),
    )
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .prepare('files_list'),
);

export type ListedFile = Awaited<ReturnType<ReturnType<typeof listForAdmin>['execute']>>[number];

/** What an Admin may open: everything but what is private to others. */
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

/** Until the transaction ends nobody else changes it. */
export async function lockFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [row] = await selectFiles(db)
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
    .for('update', { of: files });
  return row;
}

/** One that was deleted after this moment, and is still here. */
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

/** What is there, and the bytes that uploads under way were promised. */
export async function sumUsage(db: Db): Promise<{ files: number; bytes: number; promisedBytes: number }> {
  const [kept] = await db
    .select({ files: count(), bytes: sum(files.size) })
    .from(files)
    .where(isNull(files.deletedAt));
  const [promised] = await db.select({ bytes: sum(uploads.size) }).from(uploads);
  return { files: kept?.files ?? 0, bytes: Number(kept?.bytes ?? 0), promisedBytes: Number(promised?.bytes ?? 0) };
}
