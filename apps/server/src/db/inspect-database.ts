import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { serverRoot } from '../platform/server-root.ts';
import { identityQuery } from './database-use.ts';
import type { DbConnection } from './db.ts';

export type DatabaseState = {
  /** As `180001`. */
  version: number;
  /** Migrations of this release that have not run, and whether the database has some of a newer release. */
  pendingMigrations: number;
  isAhead: boolean;
  hasTrigrams: boolean;
  mayCreate: boolean;
  maxConnections: number;
  /** How far the clock of the database is ahead of this one. */
  clockAheadMs: number;
  /** Several connections of clients used one of the server in turn. */
  hasTransactionPooler: boolean;
  /** Something that was sealed with SECRET_KEY, if there is anything. */
  sealedPushKey: string | undefined;
};

const timeoutMs = 5_000;

async function openClient(connection: DbConnection): Promise<pg.Client> {
  const target = 'url' in connection ? { connectionString: connection.url } : connection;
  const client = new pg.Client({ ...target, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  // A connection that breaks later fails the query that uses it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** As `readIdentity` does; throws where the database does not tell. */
export async function inspectIdentity(connection: DbConnection): Promise<string | undefined> {
  const client = await openClient(connection);
  try {
    return (await client.query<{ identity: string }>(identityQuery)).rows[0]?.identity;
  } finally {
    await client.end();
  }
}

/** Reads what can be wrong with a database; changes nothing. */
export async function inspectDatabase(connection: DbConnection): Promise<DatabaseState> {
  const open = () => openClient(connection);
  const client = await open();
  try {
    const before = Date.now();
    const { rows } = await client.query<
      Pick<DatabaseState, 'version' | 'hasTrigrams' | 'mayCreate' | 'maxConnections'> & { now: Date; migrated: boolean }
    >(`select current_setting('server_version_num')::int as version,
      clock_timestamp() as now,
      current_setting('max_connections')::int as "maxConnections",
      has_database_privilege(current_database(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
    const [row] = rows;
    if (!row) throw new Error('The database returned nothing.');
    const { now, migrated, ...state } = row;
    const clockAheadMs = now.getTime() - (before + Date.now()) / 2;
    const applied = migrated ? await readApplied(client) : 0;
    const own = readOwnMigrations();
    return {
      ...state,
      clockAheadMs,
      pendingMigrations: own.filter((when) => when > applied).length,
      isAhead: applied > (own.at(-1) ?? 0),
      hasTransactionPooler: await sharesConnections(open),
      sealedPushKey: migrated ? await readSealed(client) : undefined,
    };
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.last ?? 0);
}

function readOwnMigrations(): number[] {
  const path = join(serverRoot, 'src/db/migrations/meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] };
  return entries.map(({ when }) => when);
}

async function readSealed(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('push_keys') is not null as "isThere"`);
  if (rows[0]?.isThere !== true) return undefined;
  const keys = await client.query<{ sealed: string }>('select sealed_private_key as sealed from push_keys limit 1');
  return keys.rows[0]?.sealed;
}

/** Clients that are connected at once have a process of the server each, unless a pooler shares them. */
async function sharesConnections(open: () => Promise<pg.Client>): Promise<boolean> {
  const clients = await Promise.all([open(), open(), open()]);
  try {
    const pids = new Set<number>();
    for (const client of clients) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      pids.add(rows[0]?.pid ?? 0);
    }
    return pids.size < clients.length;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
