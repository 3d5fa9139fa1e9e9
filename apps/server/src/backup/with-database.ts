import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { SettingError, type Config } from '../config.ts';
import type { DbConnection } from '../db/db.ts';
import { readConnection, startEngine } from '../db/engine/engine.ts';
import { acquireLock, isLock } from '../platform/lock.ts';

/**
 * Runs `work` with the database of the running portal, or with the one in the data folder, which is started for it and
 * stays as it is: no migrations.
 */
export async function withDatabase<T>(
  config: Config,
  log: Logger,
  work: (connection: DbConnection) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL) return work({ url: config.DATABASE_URL });
  if (!existsSync(config.DATA_DIR))
    throw new SettingError(`There is no data in ${config.DATA_DIR}. Set DATA_DIR to the portal's data folder.`);
  const lock = await acquireLock(config.DATA_DIR);
  if (!isLock(lock)) {
    const connection = await readConnection(config.DATA_DIR);
    if (!connection) throw new SettingError('The portal is starting or stopping. Try again in a moment.');
    return work(connection);
  }
  try {
    const engine = await startEngine({ dataDir: config.DATA_DIR, print: () => {}, log });
    try {
      return await work(engine.connection);
    } finally {
      await engine.stop();
    }
  } finally {
    await lock.release();
  }
}
