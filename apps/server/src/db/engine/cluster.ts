import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { databaseOwner } from './connection.ts';
import type { DatabasePlace } from './database-place.ts';
import { recordPath, syncFolder, writeRecord } from './database-record.ts';
import { requireNamedUser } from './database-user.ts';
import { EngineError } from './engine-error.ts';
import { withPartialFolder } from './partial-folder.ts';
import { spawnEngineProgram } from './spawn-as.ts';

/** Makes the cluster on the first start; refuses one that this engine cannot read or that has gone missing. */
export async function ensureCluster(place: DatabasePlace, engineFolder: string, major: string): Promise<void> {
  const version = await readFile(join(place.clusterFolder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    if (place.record.isCreated) {
      throw new EngineError(
        `The database that ${recordPath(place.dataDir)} points to, ${place.clusterFolder}, is gone. Restore it from a backup, ` +
          'or delete that file to begin with an empty database.',
      );
    }
    await createCluster(place, engineFolder);
  } else if (version.trim() !== major) {
    throw new EngineError(
      `The database in ${place.clusterFolder} was made by PostgreSQL ${version.trim()} and this portal brings ${major}. ` +
        `Go back to the portal's earlier version, or move the data to a PostgreSQL server and set DATABASE_URL.`,
    );
  }
  if (!place.record.isCreated) await writeRecord(place.dataDir, { ...place.record, isCreated: true });
}

async function createCluster(place: DatabasePlace, engineFolder: string): Promise<void> {
  if (!place.user) requireNamedUser();
  await withPartialFolder(place, async (partial) => {
    const cluster = join(partial, 'cluster');
    const passwordFile = join(partial, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await chmod(cluster, 0o700);
    await writeFile(passwordFile, `${place.record.password}\n`, { mode: 0o600, flag: 'wx' });
    if (place.user) {
      await chown(cluster, place.user.uid, place.user.gid);
      await chown(passwordFile, place.user.uid, place.user.gid);
    }
    await runInitdb(place, engineFolder, cluster, passwordFile);
    await unlink(passwordFile);
    await rename(cluster, place.clusterFolder);
    await syncFolder(place.folder);
  });
}

async function runInitdb(
  place: DatabasePlace,
  engineFolder: string,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const program = join(engineFolder, 'bin', 'initdb');
  const where = ['-D', cluster, '-U', databaseOwner, `--pwfile=${passwordFile}`];
  const how = ['--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-instructions'];
  const child = await spawnEngineProgram(place.user, program, [...where, ...how]);
  const exit = once(child, 'exit');
  const output = await text(child.stderr);
  const [code]: unknown[] = await exit;
  if (code !== 0) {
    throw new EngineError(
      `The database could not be set up in ${place.folder}. PostgreSQL says: ${output.trim().slice(-1_000)}`,
    );
  }
}
