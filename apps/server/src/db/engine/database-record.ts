import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { EngineError, isErrno } from './engine-error.ts';

const recordSchema = z.object({
  /** Relative to the data folder, or absolute if outside of it, so that the data folder can be moved. */
  folder: z.string().min(1),
  password: z.string().min(1),
  /** Once true, a missing cluster is an error and no new one is created. */
  isCreated: z.boolean(),
});

export type DatabaseRecord = z.infer<typeof recordSchema>;

export function newRecord(folder: string): DatabaseRecord {
  return { folder, password: randomBytes(32).toString('base64url'), isCreated: false };
}

export function recordPath(dataDir: string): string {
  return join(dataDir, 'database.json');
}

export function databaseFolder(dataDir: string, record: DatabaseRecord): string {
  return resolve(dataDir, record.folder);
}

export async function readRecord(dataDir: string): Promise<DatabaseRecord | undefined> {
  const path = recordPath(dataDir);
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (isErrno(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    if (isErrno(cause, 'EACCES', 'EPERM')) {
      throw new EngineError(
        `${path} belongs to another user. Run this as the user who started the portal first, or as root.`,
        { cause },
      );
    }
    // Without the cause, which would quote the file and so the password.
    throw new EngineError(`${path} is not readable as JSON of the portal. Put it back from a backup.`);
  }
}

export async function writeRecord(dataDir: string, record: DatabaseRecord): Promise<void> {
  const path = recordPath(dataDir);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
}

/** A rename survives a power cut only if the folder is flushed, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
