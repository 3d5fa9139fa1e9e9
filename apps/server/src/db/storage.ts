import type { Logger } from 'pino';
import { SettingError, type Config } from '../config.ts';
import { openDb, type Db } from './db.ts';
import { startEngine } from './engine/engine.ts';
import { migrateDb } from './migrate.ts';

export type Storage = {
  db: Db;
  close(): Promise<void>;
  /** Resolves if the portal's own database exits by itself; never with DATABASE_URL. */
  exited: Promise<unknown>;
};

/** The database that is configured, or the portal's own, with its tables up to date. */
export async function openStorage(
  config: Config,
  print: (line: string) => void,
  log: Logger,
  signal?: AbortSignal,
): Promise<Storage> {
  const options = { dataDir: config.DATA_DIR, print, log, ...(signal ? { signal } : {}) };
  const engine = config.DATABASE_URL ? undefined : await startEngine(options);
  const open = openDb(engine ? engine.connection : { url: config.DATABASE_URL ?? '' }, log);
  const close = async () => {
    await open.close();
    await engine?.stop();
  };
  try {
    signal?.throwIfAborted();
    await migrateDb(open.pool);
  } catch (error) {
    await close();
    const isUnreachable = error instanceof Error && 'code' in error && config.DATABASE_URL !== undefined;
    throw isUnreachable
      ? new SettingError(`DATABASE_URL names a database that cannot be used: ${error.message}`, { cause: error })
      : error;
  }
  return { db: open.db, close, exited: engine ? engine.exited : new Promise(() => {}) };
}
