import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp, createState, type App } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { openDb, type DbConnection } from '../db/db.ts';
import { addOwnLine } from '../modules/logs/logs.service.ts';
import { createContext } from '../portal.ts';
import { onFinished } from './cleanup.ts';

export type TestApp = App & {
  ctx: Ctx;
  /** Moves the portal's clock forward. */
  passMs: (ms: number) => void;
  /** The log, as lines of JSON. */
  logged: string[];
};

const testSecret = 'the secret of all test portals, long enough';

/** The real app on its own database. Settings are environment variables. */
export async function createTestApp(
  settings: Record<string, string> = {},
  options: Parameters<typeof buildApp>[2] = {},
): Promise<TestApp> {
  const database = await createDatabase();
  const logged: string[] = [];
  const config = readConfig(
    { TRIBEHALL_WORLD: 'off', REQUESTS_PER_MINUTE: '0', SECRET_KEY: testSecret, ...settings },
    '/nowhere',
  );
  const state = createState(config);
  const write = (line: string) => {
    logged.push(line);
    addOwnLine({ config, state }, line);
  };
  const log = pino({ level: 'debug' }, { write });
  // Many apps share one database server in the tests.
  const open = openDb(database.connection, log, 4);
  let aheadMs = 0;
  const base = await createContext(config, open, log, { state });
  const ctx: Ctx = { ...base, clock: () => new Date(Date.now() + aheadMs) };
  const app = buildApp(ctx, '/nowhere', options);
  onFinished(async () => {
    await app.http.close();
    await ctx.bus.close();
    await open.close();
    await database.drop();
  });
  return { ...app, ctx, logged, passMs: (ms) => void (aheadMs += ms) };
}

/** The context of another process on the same database: in-memory state is not shared. */
export function restarted(ctx: Ctx, config: Config = ctx.config): Ctx {
  return { ...ctx, config, state: createState(config) };
}

async function createDatabase(): Promise<{ connection: DbConnection; drop: () => Promise<void> }> {
  const server = inject('database');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} template ${server.database} strategy file_copy`);
  return {
    connection: { ...server, database: name },
    drop: () => runOnServer(`drop database ${name} with (force)`),
  };
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('database'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
