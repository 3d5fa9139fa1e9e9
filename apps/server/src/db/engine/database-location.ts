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
import { canReach, findDatabaseUser } from './database-user.ts';
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

/** Decides where the database lies and who runs it, once; later starts follow the record. */
export async function openLocation(givenDataDir: string, print: (line: string) => void): Promise<DatabaseLocation> {
  const dataDir = await makeDataDir(givenDataDir);
  const record = (await readRecord(dataDir)) ?? (await chooseLocation(dataDir, print));
  const wanted = databaseFolder(dataDir, record);
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  // Processes are recognised by this path, so it has to be the one they see.
  const folder = await realpath(wanted);
  requireQuotable(folder);
  const clusterFolder = join(folder, 'cluster');
  const user = await findDatabaseUser(clusterFolder);
  await letIn(user, dataDir, folder);
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
 * Below the data folder wherever that is possible: one folder then is the whole portal, to back up, to move and
 * to mount as a volume. Only as root in a closed folder (a 0700 home) does it go where the database's user can be.
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
      `The user ${user.name}, who runs the database, cannot enter ${dirname(dataDir)}: the database is kept in ${record.folder}.`,
    );
  }
  await writeRecord(dataDir, record);
  return record;
}

/**
 * As root, the database's user needs a way through our own folders: 0711 lets it pass without reading a name,
 * and every file beside it is 0600. Folders above ours are never changed.
 */
async function letIn(user: DatabaseUser, dataDir: string, folder: string): Promise<void> {
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
