import type pg from 'pg';
import type { OpenDb } from '../db.ts';
import { applyMigrations, lockMigrations, type Migration } from '../migrate.ts';
import { copyIn } from './copy-stream.ts';
import { copySettings, findTables, quote, type DumpedSequence, type DumpedTable } from './dump.ts';

/** The rows do not fit into the tables; the message says which. */
export class LoadError extends Error {}

export type Load = {
  /** Rows as `copyOut` yielded them, in any number of pieces. */
  copy(table: DumpedTable, rows: AsyncIterable<Buffer>): Promise<number>;
  /** Makes it permanent: before, the database is as empty as it was. */
  commit(sequences: readonly DumpedSequence[]): Promise<void>;
  /** What is not committed is undone. */
  close(): void;
};

type Plan = { id: string; migrations: readonly Migration[]; tables: readonly DumpedTable[] };

const userTriggers = (tables: readonly DumpedTable[], state: 'enable' | 'disable') =>
  tables.map(({ name }) => `alter table ${quote(name)} ${state} trigger user`);

/** What a database has: nothing, what a restore of this number has brought, or something else. */
export type Contents = { first: string | undefined; restoreId: string | undefined };

export async function findContents({ pool }: OpenDb): Promise<Contents> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
      and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relkind = 'S', 1 limit 1`);
  const { rows: notes } = await pool.query<{ note: string | null }>(
    `select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as note`,
  );
  return { first: tables[0]?.name, restoreId: /^restored ([0-9a-f]+)$/.exec(notes[0]?.note ?? '')?.[1] };
}

/**
 * Makes the tables of these migrations and partitions, ready to be filled, in one transaction. No superuser is needed:
 * references and triggers are taken away and put back by the owner of the tables.
 */
export async function beginLoad({ pool }: OpenDb, plan: Plan): Promise<Load> {
  const client = await pool.connect();
  try {
    await prepare(client, plan);
    return await fill(client, plan);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function prepare(client: pg.ClientBase, { id, migrations }: Plan): Promise<void> {
  await client.query('begin');
  await client.query(copySettings);
  await lockMigrations(client);
  await applyMigrations(client, migrations);
  await client.query(`comment on schema drizzle is 'restored ${id}'`);
}

async function fill(client: pg.PoolClient, { tables }: Plan): Promise<Load> {
  const references = await dropReferences(client);
  await makePartitions(client, tables);
  await requireSameTables(client, tables);
  for (const statement of userTriggers(tables, 'disable')) await client.query(statement);
  // Migrations add a few rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`);
  return {
    copy: ({ name, columns }, rows) =>
      copyIn(client, `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`, rows),
    async commit(sequences) {
      for (const { name, value } of sequences)
        await client.query('select setval($1::regclass, $2::bigint)', [`public.${quote(name)}`, value]);
      for (const { table, name, definition } of references)
        await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
      for (const statement of userTriggers(tables, 'enable')) await client.query(statement);
      await client.query('analyze');
      await client.query('commit');
    },
    close: () => client.release(true),
  };
}

async function dropReferences(client: pg.ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as "table", r.conname as name, pg_get_constraintdef(r.oid) as definition
    from pg_constraint r join pg_class c on c.oid = r.conrelid
    where r.contype = 'f' and r.conparentid = 0 and c.relnamespace = 'public'::regnamespace`);
  for (const { table, name } of rows) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  return rows;
}

/** Those that were added at run time; migrations may have made others. */
async function makePartitions(client: pg.ClientBase, tables: readonly DumpedTable[]): Promise<void> {
  for (const { name, parent } of await findTables(client))
    if (parent !== null) await client.query(`drop table ${quote(name)}`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`,
  );
  const partitioned = new Set(rows.map(({ name }) => name));
  for (const { name, partition } of tables) {
    if (!partition) continue;
    if (!partitioned.has(partition.of)) throw new LoadError(`There is no table ${partition.of} for the part ${name}.`);
    await client.query(`create table ${quote(name)} (like ${quote(partition.of)} including all)`);
    await client.query(
      `alter table ${quote(partition.of)} attach partition ${quote(name)} for values from ('${partition.from}') to ('${partition.to}')`,
    );
  }
}

async function requireSameTables(client: pg.ClientBase, tables: readonly DumpedTable[]): Promise<void> {
  const found = new Map((await findTables(client)).map(({ name, columns }) => [name, columns.toSorted().join()]));
  for (const { name, columns } of tables) {
    if (found.get(name) !== columns.toSorted().join())
      throw new LoadError(`The table ${name} is not as this version knows it.`);
    found.delete(name);
  }
  const [missing] = found.keys();
  if (missing !== undefined) throw new LoadError(`The table ${missing} is missing.`);
}
