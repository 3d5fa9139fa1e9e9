import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { openDump } from '../db/dump/dump.ts';
import { lockNumbers } from '../db/lock-numbers.ts';
import { createTestApp } from '../testing/test-app.ts';
import { installed, startPgBouncer, startPostgres } from '../testing/test-servers.ts';
import {
  backUpTestApp,
  connectionOf,
  makeEmptyPlace,
  makeTempFolder,
  readChecksums,
  restoreInto,
} from './backup.fixture.ts';
import { makeBackup } from './make-backup.ts';

const log = pino({ level: 'silent' });
/** What the provider of a database allows: less than large tables take. */
const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const limitMs = 1500;
const beyond = `interval '${limitMs * 1.5} ms'`;
/** As many as PgBouncer has to the server. */
const poolSize = 8;

/** PostgreSQL behind PgBouncer in transaction mode. Its role has limits, from which only `holder` and `watcher` are free. */
async function startServer() {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const [holder, watcher] = [await connectTo(server.url), await connectTo(server.url)];
  for (const name of limits) await watcher.query(`alter role tribehall set ${name} = ${limitMs}`);
  const pooler = await startPgBouncer(server);
  onTestFinished(pooler.stop);
  return { holder, watcher, url: pooler.url };
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Takes a lock that `work` needs, until it has waited for longer than the limits allow, or has failed. */
async function holdUp<T>({ holder, watcher }: Server, lock: string, work: () => Promise<T>): Promise<T> {
  await holder.query('begin');
  await holder.query(lock);
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  done.catch(() => {});
  const waiting = `select from pg_locks join pg_stat_activity using (pid)
    where not granted and clock_timestamp() > query_start + ${beyond}`;
  await vi.waitUntil(async () => isOver || (await watcher.query(waiting)).rows.length > 0, 60_000);
  await holder.query('rollback');
  return done;
}

/** Until so many connections have had a transaction open, and done nothing, for longer than the limits allow. */
async function untilIdle({ watcher }: Server, count: number): Promise<void> {
  const idle = `select from pg_stat_activity
    where state = 'idle in transaction' and clock_timestamp() > state_change + ${beyond}`;
  await vi.waitUntil(async () => (await watcher.query(idle)).rows.length === count, 20_000);
}

/** The settings of all connections to the server that clients of the pooler share, each once. */
async function readSettings({ url }: Server): Promise<object[]> {
  const found = new Set<string>();
  const clients = await Promise.all(Array.from({ length: poolSize }, () => connectTo(url)));
  const names = [...limits, 'extra_float_digits'].map((name) => `current_setting('${name}') as ${name}`);
  // Transactions that are open at once have a connection each.
  for (const client of clients) {
    await client.query('begin');
    found.add(JSON.stringify((await client.query(`select ${names.join(', ')}`)).rows[0]));
  }
  for (const client of clients) await client.query('rollback');
  return [...found].map((text) => JSON.parse(text) as object);
}

it.runIf(installed.postgres && installed.pgBouncer)(
  "a backup and a restore through PgBouncer take longer than the role's limits, and leave its connections as they were",
  async () => {
    const app = await createTestApp({ DATA_DIR: makeTempFolder() });
    await app.http.ready();
    const { database } = await connectionOf(app.ctx);
    let sums: Record<string, string> = {};
    const { path: archive } = await backUpTestApp(app.ctx, {
      isDatabaseOnly: true,
      onSnapshot: async (id) => void (sums = await readChecksums(database, id)),
    });
    const server = await startServer();
    const settings = { DATABASE_URL: server.url, DATABASE_POOLER: 'transaction', TRIBEHALL_WORLD: 'off' };
    const config = readConfig({ ...settings, DATA_DIR: join(makeTempFolder(), 'data') }, '/nowhere');
    const usual = [Object.fromEntries([...limits.map((name) => [name, '1500ms']), ['extra_float_digits', '1']])];
    expect(await readSettings(server)).toEqual(usual);

    await holdUp(server, `select pg_advisory_xact_lock(${lockNumbers.migrations})`, () =>
      restoreInto(config, archive, { isDatabaseOnly: true }),
    );
    expect(await readSettings(server)).toEqual(usual);

    const to = join(makeTempFolder(), 'backup.tar.gz');
    await holdUp(server, 'lock table users in access exclusive mode', () =>
      makeBackup({ config, connection: { url: server.url }, log, to, isDatabaseOnly: true }),
    );
    expect(await readSettings(server)).toEqual(usual);
    const { config: target, name } = await makeEmptyPlace();
    await restoreInto(target, to, { isDatabaseOnly: true });
    expect(await readChecksums(name)).toEqual(sums);

    const open = openDb({ url: server.url }, log, 2, true);
    onTestFinished(() => open.close());
    const around = { before: () => untilIdle(server, 1), after: () => untilIdle(server, 2) };
    (await openDump(open, around)).close();
    expect(await readSettings(server)).toEqual(usual);
  },
  120_000,
);
