import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { sequenceSchema, tableSchema } from '../db/dump/dump.ts';

/** Nothing is wrong with the program: the message tells the operator what to do. */
export class BackupError extends Error {}

/** Another process makes a backup. */
export class BusyError extends BackupError {}

/** Increased when older versions could not restore what newer ones write. */
const format = 1;

export const headerName = 'header.json';
export const settingsName = 'settings.env';
export const secretsName = 'secrets.sealed';
export const manifestName = 'manifest.json';

/** The first entry: enough to refuse an archive without reading the rest. */
export const headerSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The number of migrations that the database had, and the last of them. */
  migrations: z.object({ count: z.int().min(1), last: z.string(), hash: z.string() }),
  has: z.object({ files: z.boolean(), secrets: z.boolean() }),
  tables: z.array(tableSchema).min(1),
});
export type Header = z.infer<typeof headerSchema>;

/** The last entry: what the archive must contain. */
export const manifestSchema = z.object({
  rows: z.record(z.string(), z.int().min(0)),
  sequences: z.array(sequenceSchema),
  /** Files that rows name and that were lost before the backup. */
  missing: z.array(z.string()),
  entries: z.record(z.string(), z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const newHeader = (header: Omit<Header, 'format'>): Header => ({ format, ...header });

/** Folders in an archive and where their files are. */
export function foldersOf(config: Config): Record<FolderName, string> {
  const { DATA_DIR, FILES_DIR, MUSIC_DIR, DATABASES_DIR, TERMINAL_RECORDING_DIR } = config;
  const files = resolve(FILES_DIR ?? join(DATA_DIR, 'files'));
  return {
    files: join(files, 'kept'),
    uploads: join(files, 'parts'),
    songs: resolve(MUSIC_DIR ?? join(DATA_DIR, 'music')),
    databases: resolve(DATABASES_DIR ?? join(DATA_DIR, 'databases')),
    recordings: resolve(TERMINAL_RECORDING_DIR ?? join(DATA_DIR, 'recordings')),
  };
}

/** Which names each folder of an archive may have. */
const names = {
  files: /^[\w-]{8,64}$/,
  uploads: /^[\w-]{8,64}$/,
  songs: /^[\w-]{1,100}\.\w{1,8}$/,
  databases: /^[^.][^]{0,512}\.json$/,
  recordings: /^[\w-]{1,100}\.cast$/,
} as const;

export type FolderName = keyof typeof names;

export type EntryPlace =
  | { kind: 'rows'; table: string }
  | { kind: 'file'; folder: FolderName; name: string }
  | { kind: 'meta' }
  | { kind: 'unknown' };

export const rowsEntry = (table: string, part: number) => `database/${table}/${String(part).padStart(6, '0')}.copy`;

export function placeOf(entry: string): EntryPlace {
  if ([headerName, settingsName, secretsName, manifestName].includes(entry)) return { kind: 'meta' };
  const table = /^database\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.copy$/.exec(entry)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const slash = entry.indexOf('/');
  const [folder, name] = [entry.slice(0, slash), entry.slice(slash + 1)];
  if (isFolderName(folder) && names[folder].test(name)) return { kind: 'file', folder, name };
  return { kind: 'unknown' };
}

function isFolderName(name: string): name is FolderName {
  return Object.hasOwn(names, name);
}
