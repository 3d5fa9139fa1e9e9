import { randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type DatabaseRecord,
  databaseFolder,
  newRecord,
  readRecord,
  recordPath,
  writeRecord,
} from './database-record.ts';
import { canReach, findDatabaseUser, takeOverCluster } from './database-user.ts';
import { EngineError, isErrno } from './engine-error.ts';
import type { DatabaseUser } from './spawn-as.ts';

export type DatabaseLocation = {
  dataDir: string;
  folder: string;
  clusterFolder: string;
  user: DatabaseUser;
  record: DatabaseRecord;
};

const systemFolder = '/var/lib/tribehall';

/** Chooses the folder of the database on the first start; later starts read it from the record. */
export async function openLocation(givenDataDir: string, print: (line: string) => void): Promise<DatabaseLocation> {
  const dataDir = await makeDataDir(givenDataDir);
  const record = (await readRecord(dataDir)) ?? (await chooseLocation(dataDir, print));
  const wanted = databaseFolder(dataDir, record);
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  // The engine's processes are recognized by this path, so it must be the real one.
  const folder = await realpath(wanted);
  requireQuotable(folder);
  const clusterFolder = join(folder, 'cluster');
  const user = await findDatabaseUser(clusterFolder);
  await takeOverCluster(clusterFolder, user, print);
  await grantAccess(user, dataDir, folder);
  return { dataDir, folder, clusterFolder, user, record };
}

/** initdb passes its own path through a shell, between double quotes. */
function requireQuotable(folder: string): void {
  if (!/["$`\\\r\n]/.test(folder)) return;
  throw new EngineError(
    `PostgreSQL cannot run below a folder with one of " $ \` \\ in its name: ${folder}. Set DATA_DIR to another folder.`,
  );
}

async function makeDataDir(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { mode: 0o700 }).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error;
  });
  return realpath(dataDir);
}

/**
 * Inside the data folder if possible, so that one folder has everything to back up, move or mount as a volume.
 * Elsewhere only if the portal runs as root and the database's user can't reach the data folder (such as in a 0700
 * home).
 */
async function chooseLocation(dataDir: string, print: (line: string) => void): Promise<DatabaseRecord> {
  const below = join(dataDir, 'database');
  if (await stat(join(below, 'cluster')).catch(() => undefined)) {
    throw new EngineError(
      `${recordPath(dataDir)} is missing, and with it the password of the database in ${below}. Put it back from a backup, ` +
        'or delete that folder to begin with an empty database.',
    );
  }
  const user = await findDatabaseUser(join(below, 'cluster'));
  const isReachable = await canReach(user, dirname(dataDir));
  const record = newRecord(isReachable ? 'database' : join(systemFolder, randomBytes(8).toString('hex')));
  if (user && !isReachable) {
    print(
      `The user ${user.name}, who runs the database, cannot enter ${dirname(dataDir)}: the database is stored in ${record.folder}.`,
    );
  }
  await writeRecord(dataDir, record);
  return record;
}

/**
 * If the portal runs as root, the database's user must be able to enter the portal's folders: 0711 allows that without
 * listing them, and all other files are 0600. Folders above the portal's are never changed.
 */
async function grantAccess(user: DatabaseUser, dataDir: string, folder: string): Promise<void> {
  if (await canReach(user, folder)) return;
  const isBelow = dirname(folder) === dataDir;
  for (const own of [isBelow ? dataDir : systemFolder, folder]) {
    const { mode } = await stat(own);
    await chmod(own, (mode & 0o777) | 0o011);
  }
  if (await canReach(user, folder)) return;
  throw new EngineError(
    `The database in ${folder} runs as ${user?.name ?? 'its user'}, who cannot enter it. Move the data folder to a place where every ` +
      'folder above it can be entered (chmod o+x), start the portal as an ordinary user, or set DATABASE_URL.',
  );
}
