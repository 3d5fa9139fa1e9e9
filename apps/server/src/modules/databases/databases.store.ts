import { and, asc, desc, DrizzleQueryError, eq, getTableColumns, notInArray, sql } from 'drizzle-orm';
import { lockNumbers } from '../../db/lock-numbers.ts';
import type { Db } from '../../db/db.ts';
import { databaseVersions as versions } from '../../db/tables/databases.table.ts';

const lockTimeoutMs = 20_000;

export type VersionInsert = typeof versions.$inferInsert;
/** Without the content, which may be large. */
export type VersionRow = Omit<typeof versions.$inferSelect, 'content'> & { bytes: number };

const { content, ...columns } = getTableColumns(versions);
const described = { ...columns, bytes: sql<number>`octet_length(${content})` };
const applied = eq(versions.state, 'applied');
const pending = eq(versions.state, 'pending');

/** Held until the transaction ends. Fails with a lock timeout if another process holds it for too long. */
export async function lockWrites(db: Db): Promise<void> {
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
  await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.databaseWrites})`);
}

/** Held until the transaction ends: nobody else adds a version meanwhile. */
export async function lockVersions(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.databaseVersions})`);
}

export async function insertVersions(db: Db, rows: VersionInsert[]): Promise<void> {
  try {
    await db.insert(versions).values(rows);
  } catch (error) {
    // The message of a failed query repeats all its values.
    throw error instanceof DrizzleQueryError ? error.cause : error;
  }
}

export async function findNewest(db: Db, file: string): Promise<VersionRow | undefined> {
  const [row] = await db
    .select(described)
    .from(versions)
    .where(and(eq(versions.file, file), applied))
    .orderBy(desc(versions.number))
    .limit(1);
  return row;
}

/** Of each file. */
export async function listNewest(db: Db): Promise<Pick<VersionRow, 'file' | 'number' | 'version' | 'at' | 'bytes'>[]> {
  const { file, number, version, at, bytes } = described;
  return db
    .selectDistinctOn([versions.file], { file, number, version, at, bytes })
    .from(versions)
    .where(applied)
    .orderBy(asc(versions.file), desc(versions.number));
}

export async function listFiles(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ file: versions.file }).from(versions).where(applied);
  return rows.map(({ file }) => file);
}

export async function findNewestContent(
  db: Db,
  file: string,
): Promise<{ version: string; content: Buffer } | undefined> {
  const [row] = await db
    .select({ version: versions.version, content })
    .from(versions)
    .where(and(eq(versions.file, file), applied))
    .orderBy(desc(versions.number))
    .limit(1);
  return row;
}

export async function renumber(db: Db, id: string, number: number): Promise<void> {
  await db.update(versions).set({ number }).where(eq(versions.id, id));
}

/** Newest first. */
export async function listVersions(db: Db, file: string): Promise<VersionRow[]> {
  return db
    .select(described)
    .from(versions)
    .where(and(eq(versions.file, file), applied))
    .orderBy(desc(versions.number));
}

export async function findContent(
  db: Db,
  file: string,
  id: string,
): Promise<{ version: string; content: Buffer } | undefined> {
  const { version } = versions;
  const [row] = await db
    .select({ version, content })
    .from(versions)
    .where(and(eq(versions.file, file), eq(versions.id, id), applied));
  return row;
}

/** Of one file, or of all of them. */
export async function listPending(db: Db, file?: string): Promise<VersionRow[]> {
  return db
    .select(described)
    .from(versions)
    .where(and(pending, file === undefined ? undefined : eq(versions.file, file)))
    .orderBy(asc(versions.number));
}

/** Locks the row until the transaction ends; returns whether it is still pending. */
export async function lockPending(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.id, id), pending))
    .for('update');
  return rows.length === 1;
}

/** The address is only needed until then: the audit has it. */
export async function applyPending(db: Db, id: string): Promise<void> {
  await db.update(versions).set({ state: 'applied', address: null }).where(eq(versions.id, id));
}

export async function deletePending(db: Db, id: string): Promise<void> {
  await db.delete(versions).where(and(eq(versions.id, id), pending));
}

export async function pruneVersions(db: Db, file: string, retained: number): Promise<void> {
  const ofFile = and(eq(versions.file, file), applied);
  const newest = db
    .select({ id: versions.id })
    .from(versions)
    .where(ofFile)
    .orderBy(desc(versions.number))
    .limit(retained);
  await db.delete(versions).where(and(ofFile, notInArray(versions.id, newest)));
}
