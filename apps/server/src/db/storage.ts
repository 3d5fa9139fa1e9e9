import type { Logger } from 'pino';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { SettingError, type Config } from '../config.ts';
import { serverRoot } from '../platform/server-root.ts';
import { openDb, type Db } from './db.ts';
import { startEngine } from './engine/engine.ts';

export type Storage = {
  db: Db;
  close(): Promise<void>;
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
  return { db: open.db, close };
}

/** Any number; the same in every portal process, so that only one migrates at a time. */
const migrationLock = 7_426_001;

/** Brings the tables up to date. */
export async function migrateDb(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const db = drizzle({ client });
    await refuseOldPostgres(client);
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrate(db, { migrationsFolder: join(serverRoot, 'src/db/migrations') });
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`);
  } finally {
    client.release();
  }
}

async function refuseOldPostgres(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new Error(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
}
