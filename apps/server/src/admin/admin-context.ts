import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { SettingError, type Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { openDb } from '../db/db.ts';
import { readConnection } from '../db/engine/engine.ts';
import { openStorage } from '../db/storage.ts';
import { acquireLock, isLock } from '../platform/lock.ts';
import { createContext, openKey } from '../portal.ts';

/** The database of the running portal, or, when none runs, of the data folder. */
export async function openAdminContext(config: Config): Promise<{ ctx: Ctx; close: () => Promise<void> }> {
  const log = pino({ level: 'silent' });
  // Nothing here is live: a running portal finds ended sessions in the database by itself.
  const local = { ...config, NATS_URL: undefined };
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new SettingError(
      `There is no data at ${config.DATA_DIR}; DATA_DIR names the folder, \`npm start\` makes it.`,
    );
  const key = openKey(config);
  const lock = config.DATABASE_URL ? undefined : await acquireLock(config.DATA_DIR);
  if (lock && !isLock(lock)) {
    const connection = await readConnection(config.DATA_DIR);
    if (!connection) throw new SettingError('The portal is just starting or stopping. Please try again.');
    const open = openDb(connection, log);
    return { ctx: await createContext(local, open, log, { key }), close: open.close };
  }
  const storage = await openStorage(config, () => {}, log);
  const close = async () => {
    await storage.close();
    await lock?.release();
  };
  return { ctx: await createContext(local, storage, log, { key }), close };
}
