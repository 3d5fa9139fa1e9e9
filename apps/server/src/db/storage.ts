import type { Logger } from 'pino';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { SettingError, type Config } from '../config.ts';
import { serverRoot } from '../platform/server-root.ts';
import { waitFor } from '../platform/wait-for.ts';
import { isDatabaseAway, openDb, type Db } from './db.ts';
import { startEngine } from './engine/engine.ts';

export type Storage = {
  db: Db;
  close(): Promise<void>;
};

/** The database that is configured, once it answers, or the portal's own, with its tables up to date. */
export async function openStorage(
  config: Config,
  print: (line: string) => void,
  log: Logger,
  signal?: AbortSignal,
): Promise<Storage> {
  const options = { dataDir: config.DATA_DIR, print, log, ...(signal ? { signal } : {}) };
  const engine = config.DATABASE_URL ? undefined : await startEngine(options);
  const target = engine ? engine.connection : { url: config.DATABASE_URL ?? '' };
  const open = openDb(target, log, config.DATABASE_POOL, config.DATABASE_POOLER === 'transaction');
  const close = async () => {
    await open.close();
    await engine?.stop();
  };
  try {
    signal?.throwIfAborted();
    if (config.DATABASE_URL) await waitForDatabase(open.pool, config, print, signal);
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

async function waitForDatabase(
  pool: pg.Pool,
  { DATABASE_URL = '', START_WAIT_SECONDS }: Config,
  print: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { host } = new URL(DATABASE_URL);
  const waiting = { name: `PostgreSQL (${host})`, limitMs: START_WAIT_SECONDS * 1000, print, signal };
  await waitFor(() => pool.query('select 1'), { ...waiting, isAway: mayAnswerLater });
}

/** Starting, unreachable, or a name that cannot be resolved yet; PgBouncer has one code for everything. */
function mayAnswerLater(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (/no such (user|database)|password authentication failed|SASL/i.test(message)) return false;
  return isDatabaseAway(error) || /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code);
}

/** Any number; the same in every portal process, so that only one migrates at a time. */
const migrationLock = 7_426_001;

/** Brings the tables up to date. */
export async function migrateDb(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseOldPostgres(client);
  } finally {
    client.release();
  }
  // On a connection of its own, and until the end of its transaction: behind a pooler, a lock of a session would stay with
  // a connection that others use next.
  await drizzle({ client: pool }).transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql.raw(`select pg_advisory_xact_lock(${migrationLock})`));
    await migrate(drizzle({ client: pool }), { migrationsFolder: join(serverRoot, 'src/db/migrations') });
  });
}

async function refuseOldPostgres(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new Error(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
}
