import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { SettingError, type Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { openDb } from '../db/db.ts';
import { readConnection } from '../db/engine/engine.ts';
import { openStorage } from '../db/storage.ts';
import { acquireLock, isLock } from '../platform/lock.ts';
import { createContext, openKey } from '../portal.ts';

/** Uses the database of the running portal, or opens the one in the data folder. */
export async function openAdminContext(config: Config): Promise<{ ctx: Ctx; close: () => Promise<void> }> {
  const log = pino({ level: 'silent' });
  // No live messages: a running portal finds ended sessions in the database.
  const local = { ...config, NATS_URL: undefined };
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new SettingError(
      `There is no data in ${config.DATA_DIR}. Set DATA_DIR to the portal's data folder, or run \`npm start\` first.`,
    );
  const key = openKey(config);
  const lock = config.DATABASE_URL ? undefined : await acquireLock(config.DATA_DIR);
  if (lock && !isLock(lock)) {
    const connection = await readConnection(config.DATA_DIR);
    if (!connection) throw new SettingError('The portal is starting or stopping. Try again in a moment.');
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
