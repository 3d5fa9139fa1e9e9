import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { databaseOwner } from './connection.ts';
import type { DatabaseLocation } from './database-location.ts';
import { recordPath, syncFolder, writeRecord } from './database-record.ts';
import { requireNamedUser } from './database-user.ts';
import { EngineError } from './engine-error.ts';
import { withPartialFolder } from './partial-folder.ts';
import { spawnEngineProgram } from './spawn-as.ts';

/** Creates the cluster on the first start; fails if it is missing later, or is of another major version. */
export async function ensureCluster(location: DatabaseLocation, engineFolder: string, major: string): Promise<void> {
  const version = await readFile(join(location.clusterFolder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    if (location.record.isCreated) {
      throw new EngineError(
        `The database that ${recordPath(location.dataDir)} points to, ${location.clusterFolder}, is gone. Restore it from a backup, ` +
          'or delete that file to begin with an empty database.',
      );
    }
    await createCluster(location, engineFolder);
  } else if (version.trim() !== major) {
    throw new EngineError(
      `The database in ${location.clusterFolder} was made by PostgreSQL ${version.trim()} and this portal brings ${major}. ` +
        `Go back to the portal's earlier version, or move the data to a PostgreSQL server and set DATABASE_URL.`,
    );
  }
  if (!location.record.isCreated) await writeRecord(location.dataDir, { ...location.record, isCreated: true });
}

async function createCluster(location: DatabaseLocation, engineFolder: string): Promise<void> {
  if (!location.user) requireNamedUser();
  await withPartialFolder(location, async (partial) => {
    const cluster = join(partial, 'cluster');
    const passwordFile = join(partial, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await chmod(cluster, 0o700);
    await writeFile(passwordFile, `${location.record.password}\n`, { mode: 0o600, flag: 'wx' });
    if (location.user) {
      await chown(cluster, location.user.uid, location.user.gid);
      await chown(passwordFile, location.user.uid, location.user.gid);
    }
    await runInitdb(location, engineFolder, cluster, passwordFile);
    await unlink(passwordFile);
    await rename(cluster, location.clusterFolder);
    await syncFolder(location.folder);
  });
}

async function runInitdb(
  location: DatabaseLocation,
  engineFolder: string,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const program = join(engineFolder, 'bin', 'initdb');
  const where = ['-D', cluster, '-U', databaseOwner, `--pwfile=${passwordFile}`];
  const how = ['--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-instructions'];
  // Iterations slow down guessing. This password has 256 random bits; they would only slow down every connection.
  const password = ['--set=scram_iterations=1'];
  const child = await spawnEngineProgram(location.user, program, [...where, ...how, ...password]);
  const exit = once(child, 'exit');
  const output = await text(child.stderr);
  const [code]: unknown[] = await exit;
  if (code !== 0) {
    throw new EngineError(
      `The database could not be set up in ${location.folder}. PostgreSQL says: ${output.trim().slice(-1_000)}`,
    );
  }
}
