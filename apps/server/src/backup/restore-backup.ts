import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { readIdentity } from '../db/database-use.ts';
import { openDb, type DbConnection, type OpenDb } from '../db/db.ts';
import { beginLoad, findContents, LoadError } from '../db/dump/load.ts';
import { recordPath } from '../db/engine/database-record.ts';
import { startEngine } from '../db/engine/engine.ts';
import { readMigrations, type Migration } from '../db/migrate.ts';
import { restoreMark } from '../db/storage.ts';
import { orNothing } from '../platform/files/or-nothing.ts';
import { replaceFile } from '../platform/files/replace-file.ts';
import { syncFolder } from '../platform/files/sync-folder.ts';
import { acquireLock, isLock } from '../platform/lock.ts';
import { findFirst, openTarget, removeObjects, type RestoreTarget } from './restore-target.ts';
import { findOtherOwner } from './backup-folder.ts';
import { BackupError, foldersOf, placeOf, type Header } from './contents.ts';
import { toEnv, type Secrets } from './secrets.ts';
import { explain, readVerified, verifyArchive, type VerifiedArchive } from './verify-archive.ts';

export type RestoreProgress = { step: 'verifying' | 'restoring'; bytes: number; ofBytes?: number };

export type RestoreOptions = {
  config: Config;
  log: Logger;
  print: (line: string) => void;
  from: string;
  /** Files and secret.key stay as they are. */
  isDatabaseOnly?: boolean;
  /** Opens the sealed secrets, if there are any; undefined to go without them. */
  readSecrets: (sealed: string) => Promise<Secrets | undefined>;
  progress?: (progress: RestoreProgress) => void;
};

export type RestoreReport = {
  header: Header;
  rows: number;
  files: number;
  missing: string[];
  hasSecrets: boolean;
  /** Why there will be no backups in BACKUP_DIR as it is: it has those of another database, such as of the original. */
  refusedBackups: string | undefined;
};

const markSchema = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), isDatabaseOnly: z.boolean() });
type Mark = z.infer<typeof markSchema>;

/** Settings of the machine that the backup comes from, for the operator to compare. */
export const settingsFile = 'settings-from-backup.env';

/**
 * Fills an empty place from an archive, all or nothing: the database is committed last, when all files are on the drive.
 * Until then a mark in the data folder keeps portals from starting, and the next restore begins again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { config, from } = options;
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(config.DATA_DIR);
  if (!isLock(lock))
    throw new BackupError(
      `Tribehall is running on ${config.DATA_DIR} (process ${lock.pid}). A restore needs an empty place.`,
    );
  try {
    const path = resolve(from);
    const archive = await verifyArchive(path, (bytes) => options.progress?.({ step: 'verifying', bytes }));
    const isDatabaseOnly = options.isDatabaseOnly ?? false;
    const migrations = requireKnown(archive.header);
    if (!archive.header.has.files && !isDatabaseOnly)
      throw new BackupError(
        `${path} contains only the database. Restore it with --database-only, where its files are.`,
      );
    const secrets =
      isDatabaseOnly || archive.secrets === undefined ? undefined : await options.readSecrets(archive.secrets);
    const mark = await beginRestore(config, isDatabaseOnly);
    return await withDatabase(options, async (db) => {
      const { first, restoreId } = await findContents(db);
      if (restoreId !== mark.id) {
        if (first !== undefined) await refuseDatabase(config, mark, first);
        await fill(options, { db, path, archive, migrations, mark, secrets });
      }
      await finish(config);
      const { BACKUP_DIR: folder } = config;
      const user = { config, identity: () => readIdentity(db.db) };
      const refusedBackups = folder === undefined ? undefined : await findOtherOwner(folder, user);
      return { ...report(archive, secrets, isDatabaseOnly), refusedBackups };
    });
  } finally {
    await lock.release();
  }
}

function report(
  { header, manifest }: VerifiedArchive,
  secrets: Secrets | undefined,
  isDatabaseOnly: boolean,
): Omit<RestoreReport, 'refusedBackups'> {
  const places = Object.keys(manifest.entries).map((name) => placeOf(name).kind);
  return {
    header,
    rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
    files: isDatabaseOnly ? 0 : places.filter((kind) => kind === 'file').length,
    missing: manifest.missing,
    hasSecrets: secrets !== undefined,
  };
}

/** The migrations that the tables of the backup had. */
function requireKnown({ migrations: { count, last, hash }, version }: Header): Migration[] {
  const known = readMigrations();
  const found = known[count - 1];
  if (found && found.hash === hash) return known.slice(0, count);
  throw new BackupError(
    `The backup was made by Tribehall ${version} with tables (${last}) that this version does not know. ` +
      'Restore it with that version or a newer one.',
  );
}

/** Refuses a place that is not empty; what an earlier restore has left there is removed. */
async function beginRestore(config: Config, isDatabaseOnly: boolean): Promise<Mark> {
  const path = restoreMark(config.DATA_DIR);
  const text = await orNothing(readFile(path, 'utf8'));
  if (text !== undefined) return resume(config, path, text, isDatabaseOnly);
  if (config.DATABASE_URL === undefined && existsSync(recordPath(config.DATA_DIR)))
    throw notEmpty(`${config.DATA_DIR} has a database`);
  if (!isDatabaseOnly) await requireEmpty(config);
  const mark = { id: randomBytes(16).toString('hex'), isDatabaseOnly };
  await replaceFile(path, `${JSON.stringify(mark)}\n`);
  return mark;
}

async function resume(config: Config, path: string, text: string, isDatabaseOnly: boolean): Promise<Mark> {
  const mark = markSchema.parse(JSON.parse(text));
  if (mark.isDatabaseOnly !== isDatabaseOnly)
    throw new BackupError(
      `${path} is of a restore ${mark.isDatabaseOnly ? 'with' : 'without'} --database-only that is not complete. Run it the same way again.`,
    );
  return mark;
}

const notEmpty = (what: string) =>
  new BackupError(
    `${what}. A restore needs an empty place: set DATA_DIR (and DATABASE_URL, if it is set) to another one. Nothing was changed.`,
  );

async function requireEmpty(config: Config): Promise<void> {
  if (existsSync(join(config.DATA_DIR, 'secret.key'))) throw notEmpty(`${config.DATA_DIR} has a secret.key`);
  for (const folder of Object.values(foldersOf(config)))
    if ((await namesIn(folder)).length > 0) throw notEmpty(`${folder} is not empty`);
  const object = await findFirst(config);
  if (object !== undefined) throw notEmpty(`The bucket ${config.FILES_S3_BUCKET} has ${object} already`);
}

async function refuseDatabase(config: Config, mark: Mark, first: string): Promise<never> {
  // Nothing was restored yet if the database had been filled by others before.
  await rm(restoreMark(config.DATA_DIR), { force: true });
  if (!mark.isDatabaseOnly) await removeFiles(config);
  throw notEmpty(
    `The database ${config.DATABASE_URL ? 'of DATABASE_URL' : `in ${config.DATA_DIR}`} is not empty (it has the table ${first})`,
  );
}

/** Hidden ones do not count: the portal never lists them. */
async function namesIn(folder: string): Promise<string[]> {
  return ((await orNothing(readdir(folder))) ?? []).filter((name) => !name.startsWith('.'));
}

async function withDatabase<T>({ config, log, print }: RestoreOptions, work: (db: OpenDb) => Promise<T>): Promise<T> {
  const engine = config.DATABASE_URL ? undefined : await startEngine({ dataDir: config.DATA_DIR, print, log });
  const connection: DbConnection = engine ? engine.connection : { url: config.DATABASE_URL ?? '' };
  const open = openDb(connection, log, 2);
  try {
    return await work(open);
  } finally {
    await open.close();
    await engine?.stop();
  }
}

type Filling = {
  db: OpenDb;
  path: string;
  archive: VerifiedArchive;
  migrations: Migration[];
  mark: Mark;
  secrets: Secrets | undefined;
};

async function fill({ config, progress }: RestoreOptions, filling: Filling): Promise<void> {
  const { db, path, archive, migrations, mark, secrets } = filling;
  const { header, manifest } = archive;
  const target = openTarget(config);
  if (!mark.isDatabaseOnly) await removeFiles(config);
  const tables = new Map(header.tables.map((table) => [table.name, table]));
  const load = await beginLoad(db, { id: mark.id, migrations, tables: header.tables });
  try {
    const rows = new Map<string, number>();
    const ofBytes = Object.values(manifest.entries).reduce((sum, { bytes }) => sum + bytes, 0);
    let bytes = 0;
    await explain(path, async () => {
      for await (const entry of readVerified(path, manifest)) {
        const place = placeOf(entry.name);
        if (place.kind === 'rows') {
          const table = tables.get(place.table);
          if (!table) throw new LoadError(`The backup has rows of an unknown table, ${place.table}.`);
          rows.set(place.table, (rows.get(place.table) ?? 0) + (await load.copy(table, entry.body())));
        } else if (place.kind === 'file' && !mark.isDatabaseOnly) {
          await target.write(place, entry);
        }
        progress?.({ step: 'restoring', bytes: (bytes += entry.bytes), ofBytes });
      }
    });
    for (const { name } of header.tables)
      if ((rows.get(name) ?? 0) !== manifest.rows[name])
        throw new LoadError(`The table ${name} has ${rows.get(name) ?? 0} rows instead of ${manifest.rows[name]}.`);
    if (!mark.isDatabaseOnly) await finishFiles(config, target, archive, secrets);
    await load.commit(manifest.sequences);
  } finally {
    load.close();
  }
}

/** Everything but the database, which is committed last. */
async function finishFiles(
  config: Config,
  target: RestoreTarget,
  { settings }: VerifiedArchive,
  secrets: Secrets | undefined,
): Promise<void> {
  await target.finish();
  if (secrets?.key !== undefined) await replaceFile(join(config.DATA_DIR, 'secret.key'), `${secrets.key}\n`);
  await replaceFile(join(config.DATA_DIR, settingsFile), settings + toEnv(secrets?.settings ?? {}));
}

async function finish(config: Config): Promise<void> {
  await rm(restoreMark(config.DATA_DIR), { force: true });
  await syncFolder(config.DATA_DIR);
}

/** What an earlier attempt has written: the place was empty when it began. */
async function removeFiles(config: Config): Promise<void> {
  for (const folder of Object.values(foldersOf(config)))
    for (const name of await namesIn(folder)) await rm(join(folder, name), { recursive: true, force: true });
  await removeObjects(config);
  for (const name of ['secret.key', settingsFile]) await rm(join(config.DATA_DIR, name), { force: true });
}
