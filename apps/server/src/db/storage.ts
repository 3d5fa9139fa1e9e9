import type { Logger } from 'pino';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { SettingError, type Config } from '../config.ts';
import { waitFor } from '../platform/wait-for.ts';
import { isDatabaseAway, openDb, type Db, type DbConnection } from './db.ts';
import { startEngine } from './engine/engine.ts';
import { migrate, type BeforeUpgrade, type Upgrade } from './migrate.ts';
import { excludeOlderVersions } from './older-versions.ts';

export type Storage = {
  db: Db;
  close(): Promise<void>;
};

type Opening = {
  signal?: AbortSignal;
  /** Before tables that have data are changed. */
  beforeUpgrade?: (connection: DbConnection, upgrade: Upgrade) => Promise<void>;
};

/** Where a restore notes that it has begun; removed when it is complete. */
export const restoreMark = (dataDir: string) => join(dataDir, 'restore.json');

/** The database that is configured, once it answers, or the portal's own, with its tables up to date. */
export async function openStorage(
  config: Config,
  print: (line: string) => void,
  log: Logger,
  { signal, beforeUpgrade }: Opening = {},
): Promise<Storage> {
  if (existsSync(restoreMark(config.DATA_DIR)))
    throw new SettingError(
      `A restore into ${config.DATA_DIR} was begun and is not complete. Run \`restore\` once more with the same backup.`,
    );
  const options = { dataDir: config.DATA_DIR, print, log, ...(signal ? { signal } : {}) };
  const engine = config.DATABASE_URL ? undefined : await startEngine(options);
  const connection = engine ? engine.connection : { url: config.DATABASE_URL ?? '' };
  const open = openDb(connection, log, config.DATABASE_POOL, config.DATABASE_POOLER === 'transaction');
  const close = async () => {
    await open.close();
    await engine?.stop();
  };
  try {
    signal?.throwIfAborted();
    if (config.DATABASE_URL) await waitForDatabase(open.pool, config, print, signal);
    const limitMs = config.START_WAIT_SECONDS * 1000;
    await migrateDb(open.pool, async (upgrade, client) => {
      await excludeOlderVersions(client, { limitMs, print, signal });
      await beforeUpgrade?.(connection, upgrade);
    });
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

/** Brings the tables up to date. */
export async function migrateDb(pool: pg.Pool, beforeUpgrade?: BeforeUpgrade): Promise<void> {
  const client = await pool.connect();
  try {
    await refuseOldPostgres(client);
    await migrate(client, beforeUpgrade);
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
