import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDb } from '../db/db.ts';
import { startEngine } from '../db/engine/engine.ts';
import { migrateDb } from '../db/storage.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    database: { host: string; port: number; user: string; password: string; database: string };
  }
}

/** No test switches the machine off, so nothing has to reach the disk: on a busy one, a commit takes seconds. */
const fasterSettings = ['fsync = off', 'full_page_writes = off', 'checkpoint_timeout = 3600', 'max_wal_size = 8192'];

/** One real PostgreSQL for all tests; each test file copies the migrated database for itself. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tribehall-test-'));
  const log = pino({ level: 'silent' });
  const engine = await startEngine({ dataDir, print: () => {}, log });
  const { pool, close } = openDb(engine.connection, log);
  await migrateDb(pool);
  for (const setting of fasterSettings) await pool.query(`alter system set ${setting}`);
  await pool.query('select pg_reload_conf()');
  await close();
  project.provide('database', engine.connection);
  return async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
