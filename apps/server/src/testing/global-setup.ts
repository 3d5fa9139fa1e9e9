import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    preparedFolder: string;
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

/**
 * One real PostgreSQL for all tests; every test app copies the migrated database for itself. Tests that start the portal
 * as a process copy the files of the migrated database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tribehall-test-'));
  const options = { dataDir, print: () => {}, log: pino({ level: 'silent' }) };
  const first = await startEngine(options);
  await prepareTemplate(first.connection, dataDir);
  // The files of a running server can't be copied.
  await first.stop();
  project.provide('preparedFolder', copyDatabase(dataDir));
  const engine = await startEngine(options);
  await tuneServer(engine.connection);
  project.provide('database', engine.connection);
  return async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A data folder with nothing but a migrated database, as the first start of a portal leaves it. */
function copyDatabase(dataDir: string): string {
  const folder = join(dataDir, 'prepared');
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('cp', ['-a', '--', join(dataDir, 'database.json'), join(dataDir, 'database'), folder]);
  return folder;
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

/** Proving a password takes longer than most connections of tests live: everyone who can reach the socket is let in. */
async function tuneServer(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  for (const setting of fasterSettings) await client.query(`alter system set ${setting}`);
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  const file = rows[0]?.hba_file ?? '';
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('scram-sha-256', 'trust'));
  await client.query('select pg_reload_conf()');
  await client.end();
}
