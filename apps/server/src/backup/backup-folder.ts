import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { recordPath } from '../db/engine/database-record.ts';
import { orGone } from '../platform/files/or-nothing.ts';
import { syncFolder } from '../platform/files/sync-folder.ts';
import { BackupError } from './contents.ts';

/** Whose archives a folder has: those of two databases would count for, and push out, each other. */
export const ownerFile = 'tribehall-backups.json';

const ownerSchema = z.object({
  /** As `readIdentity` returns it. A restored database is another one than the one that was backed up. */
  database: z.string(),
  /** Of a portal with its own database, since a copy of the folder is not another database. */
  dataDir: z.string().optional(),
  /** For people. */
  host: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

type FolderUser = {
  config: Config;
  /** Asked for only where it matters; undefined where it is not known, and nothing is compared then. */
  identity: () => Promise<string | undefined>;
};

/** Makes this database the owner of a folder that has none; throws where it belongs to another one. */
export async function claimFolder(folder: string, user: FolderUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const refusal = await findOtherOwner(folder, user);
  if (refusal !== undefined) throw new BackupError(refusal);
  const database = await user.identity();
  if (database === undefined) return;
  const owner = ownerOf(user.config, database);
  const found = await readOwner(folder);
  const isClaimed = typeof found === 'object' && found.dataDir === owner.dataDir;
  if (!isClaimed) await writeOwner(folder, owner);
}

/** A sentence if the folder has the archives of another database. */
export async function findOtherOwner(folder: string, { config, identity }: FolderUser): Promise<string | undefined> {
  const path = join(folder, ownerFile);
  const found = await readOwner(folder);
  if (found === undefined) return undefined;
  if (typeof found === 'string')
    return `${path} names the database whose backups are beside it, and cannot be read (${found}). Delete it if they are backups of this portal.`;
  const database = await identity();
  if (database === undefined || (await isOwner(found, ownerOf(config, database)))) return undefined;
  const whose = found.dataDir ?? `the database ${found.database.replace(/^.*\//, '')}`;
  return `${folder} (BACKUP_DIR) has the backups of another database: ${whose}, of a portal on ${found.host}. Set BACKUP_DIR to a folder of its own or, if this portal has taken that one's place for good, delete ${path}.`;
}

function ownerOf({ DATABASE_URL, DATA_DIR }: Config, database: string): Owner {
  const owner = { database, host: hostname() };
  return DATABASE_URL === undefined ? { ...owner, dataDir: realpathSync(DATA_DIR) } : owner;
}

/** A folder that was moved is the same one. As long as the original is still there, it is a copy, and another one. */
async function isOwner(found: Owner, own: Owner): Promise<boolean> {
  if (found.database !== own.database) return false;
  if (found.dataDir === undefined || found.dataDir === own.dataDir) return true;
  return !(await isThere(recordPath(found.dataDir)));
}

/** A file that this user may not see is taken to be there. */
async function isThere(path: string): Promise<boolean> {
  return orGone(stat(path)).then(Boolean, () => true);
}

/** What is wrong with the file, or undefined if there is none. */
async function readOwner(folder: string): Promise<Owner | string | undefined> {
  try {
    const text = await orGone(readFile(join(folder, ownerFile), 'utf8'));
    return text === undefined ? undefined : ownerSchema.parse(JSON.parse(text));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'it is not complete';
  }
}

/** Under a name of its own first: portals of one database may do this at once. */
async function writeOwner(folder: string, owner: Owner): Promise<void> {
  const fresh = join(folder, `${ownerFile}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(fresh, `${JSON.stringify(owner, null, 2)}\n`, { flag: 'wx', mode: 0o644, flush: true });
    await rename(fresh, join(folder, ownerFile));
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(folder);
}
