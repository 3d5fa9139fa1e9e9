import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { whileBackingUp } from '../db/advisory-lock.ts';
import { requireIdentity } from '../db/database-use.ts';
import { openDb, type DbConnection, type OpenDb } from '../db/db.ts';
import { openDump, type AroundMoment, type Dump } from '../db/dump/dump.ts';
import { createTarWriter, type TarWriter } from '../platform/archive/tar-writer.ts';
import { orNothing } from '../platform/files/or-nothing.ts';
import { syncFolder } from '../platform/files/sync-folder.ts';
import { version } from '../platform/server-root.ts';
import { removePartialArchives } from './archive-files.ts';
import { claimFolder } from './backup-folder.ts';
import {
  BackupError,
  BusyError,
  headerName,
  manifestName,
  newHeader,
  rowsEntry,
  secretsName,
  settingsName,
  type Manifest,
} from './contents.ts';
import { describeSettings, sealSecrets } from './secrets.ts';
import { openStage, type Stage, type StagedFile } from './stage-files.ts';
import { verifyArchive } from './verify-archive.ts';

export type BackupProgress = { step: 'database' | 'files' | 'verifying'; bytes: number; ofBytes?: number };

export type BackupOptions = {
  config: Config;
  connection: DbConnection;
  log: Logger;
  /** The archive; there must be none yet. */
  to: string;
  isDatabaseOnly?: boolean;
  passphrase?: string | undefined;
  progress?: (progress: BackupProgress) => void;
  /** At the moment of the dump, whose rows other transactions can see by this name. */
  onSnapshot?: (snapshotId: string) => Promise<void>;
};

export type BackupReport = {
  path: string;
  bytes: number;
  rows: number;
  files: number;
  missing: string[];
  ignored: string[];
};

const maxAttempts = 3;
export const partialSuffix = '.partial';

/**
 * Writes everything as it is at one moment to one archive, reads it back, and only then gives it its name. Portals go on
 * serving meanwhile.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const hasPooler = options.config.DATABASE_POOLER === 'transaction';
  const open = openDb(options.connection, options.log, 4, hasPooler);
  try {
    let report: BackupReport | undefined;
    const isDone = await whileBackingUp(open.db, async () => {
      report = await write(options, open);
    });
    if (!isDone || !report) throw new BusyError('Another backup is being made. Try again when it is done.');
    return report;
  } finally {
    await open.close();
  }
}

async function write(options: BackupOptions, open: OpenDb): Promise<BackupReport> {
  const path = resolve(options.to);
  const partial = `${path}${partialSuffix}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await prepareFolder(dirname(path), options.config, open);
  if (await orNothing(stat(path))) throw new BackupError(`${path} exists already. Choose another name.`);
  // Of a backup that was killed: only one is made at a time.
  await rm(partial, { force: true });
  const { stage, dump, found } = await takeMoment(options, open);
  const tar = createTarWriter(partial);
  try {
    await options.onSnapshot?.(dump.snapshotId);
    const manifest = await writeEntries(options, { tar, dump, ...found });
    await tar.close();
    await verify(partial, manifest, options);
    await rename(partial, path);
    await syncFolder(dirname(path));
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    const { size: bytes } = await stat(path);
    return { path, bytes, rows, files: found.files.length, missing: found.missing, ignored: dump.ignored };
  } catch (error) {
    await tar.abort();
    await rm(partial, { force: true });
    throw inWords(error, path);
  } finally {
    dump.close();
    await stage?.remove();
  }
}

/** Nobody else makes a backup of this database meanwhile, and that of another one is refused here. */
async function prepareFolder(folder: string, config: Config, { db }: OpenDb): Promise<void> {
  if (config.BACKUP_DIR === undefined || resolve(config.BACKUP_DIR) !== folder) return;
  await claimFolder(folder, { config, identity: () => requireIdentity(db) });
  await removePartialArchives(folder);
}

type Moment = { stage: Stage | undefined; dump: Dump; found: { files: StagedFile[]; missing: string[] } };

/** Once more if a file was created and deleted between the looks at the folders before and after the moment. */
async function takeMoment({ config, isDatabaseOnly }: BackupOptions, open: OpenDb): Promise<Moment> {
  for (let attempt = 1; ; attempt += 1) {
    const stage = isDatabaseOnly ? undefined : await openStage(config);
    let dump: Dump | undefined;
    try {
      // Most of the work is done before JSON databases have to wait.
      await stage?.hold();
      dump = await openDump(open, stage && aroundMoment(stage));
      if (dump.applied.length === 0) throw new BackupError('The database is empty: there is nothing to back up.');
      const found = stage ? await stage.find(dump) : { files: [], missing: [] };
      if (found.missing.length === 0 || attempt === maxAttempts) return { stage, dump, found };
    } catch (error) {
      dump?.close();
      await stage?.remove();
      throw error;
    }
    dump.close();
    await stage?.remove();
  }
}

function aroundMoment(stage: Stage): AroundMoment {
  return {
    async before() {
      await stage.copyDatabases();
      await stage.hold();
    },
    after: () => stage.hold(),
  };
}

type Sources = { tar: TarWriter; dump: Dump; files: StagedFile[]; missing: string[] };

async function writeEntries(options: BackupOptions, { tar, dump, files, missing }: Sources): Promise<Manifest> {
  const { config, passphrase, isDatabaseOnly = false, progress } = options;
  const manifest: Manifest = { rows: {}, sequences: [], missing, entries: {} };
  const addText = async (name: string, text: string) => {
    const bytes = Buffer.from(text);
    manifest.entries[name] = await tar.add(name, bytes.length, [bytes]);
  };
  const last = dump.applied.at(-1);
  const header = newHeader({
    version,
    createdAt: new Date().toISOString(),
    postgres: dump.postgres,
    migrations: { count: dump.applied.length, last: last?.name ?? '', hash: last?.hash ?? '' },
    has: { files: !isDatabaseOnly, secrets: passphrase !== undefined },
    tables: dump.tables,
  });
  await addText(headerName, `${JSON.stringify(header, null, 2)}\n`);
  await addText(settingsName, describeSettings(config));
  if (passphrase !== undefined) await addText(secretsName, await sealSecrets(config, passphrase));
  let bytes = 0;
  for (const table of dump.tables) {
    const rows = dump.copy(table);
    for (let part = 0; ; part += 1) {
      const { value, done } = await rows.next();
      if (done) {
        manifest.rows[table.name] = value;
        break;
      }
      const name = rowsEntry(table.name, part);
      manifest.entries[name] = await tar.add(name, value.length, [value]);
      progress?.({ step: 'database', bytes: (bytes += value.length) });
    }
  }
  // They only grow, so they fit the rows of an earlier moment.
  manifest.sequences = await dump.sequences();
  // What is read from here on is not in the database.
  dump.close();
  const ofBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  bytes = 0;
  for (const file of files) {
    const body = counted(file.read(), (read) => progress?.({ step: 'files', bytes: (bytes += read), ofBytes }));
    manifest.entries[file.entry] = await tar.add(file.entry, file.bytes, body);
  }
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`);
  await tar.add(manifestName, text.length, [text]);
  return manifest;
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function verify(path: string, manifest: Manifest, { progress }: BackupOptions): Promise<void> {
  const ofBytes = Object.values(manifest.entries).reduce((sum, entry) => sum + entry.bytes, 0);
  let bytes = 0;
  await verifyArchive(path, (read) => progress?.({ step: 'verifying', bytes: (bytes += read), ofBytes }));
}

function inWords(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The drive of ${path} is full. Free some space, or choose another place.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`${path} cannot be written (${code}). Choose a folder that this user may write to.`, {
      cause: error,
    });
  return error;
}
