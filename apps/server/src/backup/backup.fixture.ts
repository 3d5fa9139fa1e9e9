import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig, type Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { onFinished } from '../testing/cleanup.ts';
import { makeBackup, type BackupOptions } from './make-backup.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { sql } from 'drizzle-orm';

const log = pino({ level: 'silent' });

export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-backup-'));
  onFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The database of a test app. */
export async function connectionOf(ctx: Ctx) {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`select current_database() as name`);
  return { ...inject('database'), database: rows[0]?.name ?? '' };
}

export async function backUpTestApp(ctx: Ctx, options: Partial<BackupOptions> = {}) {
  const to = join(makeTempFolder(), 'backup.tar.gz');
  return makeBackup({ config: ctx.config, connection: await connectionOf(ctx), log, to, ...options });
}

export const restoreInto = (config: Config, from: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ config, log, print: () => {}, from, readSecrets: () => Promise.resolve(undefined), ...options });

/** An empty database on the server of the tests, of a user who is no superuser, and an empty data folder. */
export async function makeEmptyPlace(settings: Record<string, string> = {}) {
  const server = inject('database');
  const name = `place_${randomBytes(6).toString('hex')}`;
  await runOn('postgres', `create role ${name} login password '${name}'`);
  await runOn('postgres', `create database ${name} owner ${name}`);
  onFinished(async () => {
    await runOn('postgres', `drop database ${name} with (force)`);
    await runOn('postgres', `drop role ${name}`);
  });
  const url = `postgres://${name}:${name}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
  const config = readConfig(
    { TRIBEHALL_WORLD: 'off', DATA_DIR: join(makeTempFolder(), 'data'), DATABASE_URL: url, ...settings },
    '/nowhere',
  );
  return { config, name };
}

export async function runOn<Row extends pg.QueryResultRow>(database: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ ...inject('database'), database });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * The number and a checksum of the rows of every table, as one transaction sees them, of a database of the tests' server
 * or of any other one.
 */
export async function readChecksums(
  database: string | { url: string },
  snapshotId?: string,
): Promise<Record<string, string>> {
  const client = new pg.Client(
    typeof database === 'string' ? { ...inject('database'), database } : { connectionString: database.url },
  );
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    if (snapshotId !== undefined) await client.query(`set transaction snapshot '${snapshotId}'`);
    await client.query("set timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum from "${name}" t`,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    return sums;
  } finally {
    await client.end();
  }
}

/** Columns, indexes, constraints, triggers and defaults, without the indexes that a portal adds when it runs. */
export function readSchema(database: string): Promise<object[]> {
  return runOn(
    database,
    `select 'column' as kind, table_name as name, column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || is_identity || coalesce(generation_expression, '') as text
       from information_schema.columns where table_schema = 'public'
     union all select 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select 'index', tablename, indexdef from pg_indexes where schemaname = 'public' and indexdef not like '%gin_trgm_ops%'
     union all select 'trigger', tgrelid::regclass::text, tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     order by 1, 2, 3`,
  );
}

export function hashFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isFile())
    .toSorted();
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
