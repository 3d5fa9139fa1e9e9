import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { startEngine } from '../db/engine/engine.ts';
import { migrateDb } from '../db/storage.ts';
import { maintainEntries } from '../modules/logs/partitions/maintenance.service.ts';
import { createContext } from '../portal.ts';

type Connection = { host: string; port: number; user: string; password: string; database: string };

declare module 'vitest' {
  export interface ProvidedContext {
    database: Connection;
  }
}

/** No test switches the machine off, so nothing has to reach the disk: on a busy one, a commit takes seconds. */
const fasterSettings = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'checkpoint_timeout = 3600',
  'max_wal_size = 8192',
];

/** One real PostgreSQL for all tests; every test app copies the migrated database for itself. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tribehall-test-'));
  const engine = await startEngine({ dataDir, print: () => {}, log: pino({ level: 'silent' }) });
  await prepareTemplate(engine.connection, dataDir);
  await tuneServer(engine.connection);
  project.provide('database', engine.connection);
  return async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** With the partitions of the log entries: creating them takes longer than everything else that an app does first. */
async function prepareTemplate(connection: Connection, dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const open = openDb(connection, log);
  await migrateDb(open.pool);
  const ctx = await createContext(readConfig({ DATA_DIR: dataDir }, '/nowhere'), open, log);
  await maintainEntries(ctx);
  await ctx.bus.close();
  await open.close();
}

async function tuneServer(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  for (const setting of fasterSettings) await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  // Deriving a key from the password takes longer than most connections of tests live.
  await client.query('set scram_iterations = 1');
  const [role, password] = [pg.escapeIdentifier(connection.user), pg.escapeLiteral(connection.password)];
  await client.query(`alter role ${role} password ${password}`);
  await client.end();
}
