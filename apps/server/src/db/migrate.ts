import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { SettingError } from '../config.ts';
import { serverRoot } from '../platform/server-root.ts';
import type { Db } from './db.ts';
import { lockNumbers } from './lock-numbers.ts';

export type Migration = { name: string; when: number; hash: string; statements: string[] };

/** What is about to change: the database has `applied` migrations, the first of them or none on the very first start. */
export type Upgrade = { applied: Migration[]; pending: Migration[] };

/** In the transaction of the migrations. */
export type BeforeUpgrade = (upgrade: Upgrade, client: pg.ClientBase) => Promise<void>;

const migrationsFolder = join(serverRoot, 'src/db/migrations');
const selectLast = 'select max(created_at) as last from drizzle.__drizzle_migrations';

/** Those of this version, oldest first. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, index) => ({
    name: journal.entries[index]?.tag ?? '',
    when: folderMillis,
    hash,
    statements: sql,
  }));
}

/** The tables that there are after so many migrations, without the partitions that are added at run time. */
export function tablesAfter(count: number, folder = migrationsFolder): Set<string> {
  const file = join(folder, 'meta', `${String(count - 1).padStart(4, '0')}_snapshot.json`);
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, { name: string }> };
  return new Set(Object.values(tables).map(({ name }) => name));
}

/**
 * Brings the tables up to date: all pending migrations in one transaction, by one process at a time. `beforeUpgrade`
 * runs before tables that have data are changed.
 */
export async function migrate(client: pg.ClientBase, beforeUpgrade?: BeforeUpgrade): Promise<void> {
  await inTransaction(client, async () => {
    await lockMigrations(client);
    const known = readMigrations();
    const applied = await findApplied(client, known);
    const pending = known.slice(applied.length);
    if (pending.length === 0) return;
    if (applied.length > 0) await beforeUpgrade?.({ applied, pending }, client);
    await applyMigrations(client, pending);
  });
}

/** Until the end of the transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(`select pg_advisory_xact_lock(${lockNumbers.migrations})`);
}

/** Of the known ones, those that the database has; throws where it has others, which a newer version made. */
export async function findApplied(client: pg.ClientBase, known = readMigrations()): Promise<Migration[]> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as "table"`,
  );
  if (!found[0]?.table) return [];
  const { rows } = await client.query<{ last: string | null }>(selectLast);
  const last = Number(rows[0]?.last ?? 0);
  refuseAhead(last, known);
  return known.filter(({ when }) => when <= last);
}

/** For a process that is about to serve: a newer version may have changed the database since it was opened. */
export async function refuseNewerDatabase(db: Db): Promise<void> {
  const { rows } = await db.execute<{ last: string | null }>(sql.raw(selectLast));
  refuseAhead(Number(rows[0]?.last ?? 0), readMigrations());
}

/** In the transaction of the caller. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle');
  // As Drizzle's own migrator does it, which earlier versions of the portal used.
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
  }
}

function refuseAhead(last: number, known: readonly Migration[]): void {
  if (last <= (known.at(-1)?.when ?? 0)) return;
  throw new SettingError(
    'The database was changed by a newer version of Tribehall, which this version cannot work with. Start the newer ' +
      'version again, or restore the backup that was made before the upgrade (docs/operations.md, "Going back").',
  );
}

export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // On a broken connection there is nothing to roll back.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
