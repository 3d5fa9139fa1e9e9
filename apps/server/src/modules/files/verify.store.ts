import { asc, count, eq, gt, sql, sum } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { files } from '../../db/tables/files.table.ts';

export type KeptRow = { id: string; name: string; size: number; hash: string };

/** A page of all files, the deleted ones too: they can still come back. */
export async function listKeptAfter(db: Db, id: string, limit: number): Promise<KeptRow[]> {
  return db
    .select({ id: files.id, name: files.name, size: files.size, hash: files.hash })
    .from(files)
    .where(gt(files.id, id))
    .orderBy(asc(files.id))
    .limit(limit);
}

export async function sumKept(db: Db): Promise<{ files: number; bytes: number }> {
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
