import pg from 'pg';
import * as z from 'zod';
import { lockNumbers } from '../lock-numbers.ts';
import type { OpenDb } from '../db.ts';
import { findApplied, inTransaction, tablesAfter, type Migration } from '../migrate.ts';
import { copyOut } from './copy-stream.ts';

const withoutLimits = [
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ');

/**
 * How values are written, whatever the settings of the server and its version are, and as long as it takes. For one
 * transaction: behind a pooler the next one may run on another connection, and others use this one.
 */
export const copySettings = [
  withoutLimits,
  `set local client_encoding = 'UTF8'`,
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, MDY'`,
  `set local intervalstyle = 'postgres'`,
  'set local extra_float_digits = 3',
  `set local bytea_output = 'hex'`,
].join('; ');

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const moment = z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/);

export const tableSchema = z.object({
  name: identifier,
  columns: z.array(identifier).min(1),
  /** Of a table that is partitioned by time. */
  partition: z.object({ of: identifier, from: moment, to: moment }).optional(),
});
export const sequenceSchema = z.object({ name: identifier, value: z.string().regex(/^-?\d{1,19}$/) });

export type DumpedTable = z.infer<typeof tableSchema>;
export type DumpedSequence = z.infer<typeof sequenceSchema>;

export type Dump = {
  /** For other transactions that are to see the same rows; valid until `close`. */
  snapshotId: string;
  applied: Migration[];
  tables: DumpedTable[];
  /** Tables that are not ours. */
  ignored: string[];
  postgres: string;
  copy(table: DumpedTable): AsyncGenerator<Buffer, number>;
  sequences(): Promise<DumpedSequence[]>;
  /** What the rows say about files. */
  files(): Promise<{ id: string; bytes: number; isDeleted: boolean }[]>;
  uploads(): Promise<{ id: string; received: number }[]>;
  songs(): Promise<string[]>;
  /** The versions of the JSON databases: by file, newest first. */
  databases(): Promise<{ file: string; number: number; version: string; at: Date }[]>;
  databaseContent(file: string): Promise<Buffer | undefined>;
  /** Safe to call more than once. */
  close(): void;
};

/** What is done right before and right after the moment of a dump, while nobody writes a JSON database. */
export type AroundMoment = { before(): Promise<void>; after(): Promise<void> };

/** All rows as they are at one moment. Other processes go on reading and writing. */
export async function openDump({ pool }: OpenDb, around?: AroundMoment): Promise<Dump> {
  const client = await pool.connect();
  try {
    const snapshotId = await takeSnapshot(pool, client, around);
    let isOpen = true;
    const close = () => {
      if (isOpen) client.release(true);
      isOpen = false;
    };
    return { snapshotId, ...(await describe(client)), close };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function takeSnapshot(pool: pg.Pool, client: pg.ClientBase, around?: AroundMoment): Promise<string> {
  const locking = await pool.connect();
  try {
    return await inTransaction(locking, async () => {
      await locking.query(withoutLimits);
      await locking.query(`select pg_advisory_xact_lock(${lockNumbers.databaseWrites})`);
      await around?.before();
      await client.query('begin isolation level repeatable read read only');
      await client.query(copySettings);
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      await around?.after();
      return rows[0]?.id ?? '';
    });
  } finally {
    locking.release();
  }
}

async function describe(client: pg.ClientBase): Promise<Omit<Dump, 'snapshotId' | 'close'>> {
  const rowsOf = async <Row extends pg.QueryResultRow>(statement: string) => (await client.query<Row>(statement)).rows;
  const applied = await findApplied(client);
  const known = applied.length > 0 ? tablesAfter(applied.length) : new Set<string>();
  const found = await findTables(client);
  const isOurs = ({ name, parent }: FoundTable) => known.has(parent ?? name);
  const tables = found.filter(isOurs).map(toTable);
  // From now on none of them can be dropped.
  for (const { name } of tables) await client.query(`lock table ${quote(name)} in access share mode`);
  const [version] = await rowsOf<{ server_version: string }>('show server_version');
  return {
    applied,
    tables,
    ignored: found.filter((table) => !isOurs(table)).map(({ name }) => name),
    postgres: version?.server_version ?? '',
    copy: ({ name, columns }) => copyOut(client, `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`),
    sequences: () =>
      rowsOf(`select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`),
    files: () => rowsOf('select id, size::float8 as bytes, deleted_at is not null as "isDeleted" from files'),
    uploads: () => rowsOf('select id, received::float8 as received from uploads'),
    databases: () =>
      rowsOf(
        `select file, number, version, at from database_versions where state = 'applied' order by file, number desc`,
      ),
    databaseContent: async (file) => {
      const newest = `select content from database_versions where state = 'applied' and file = $1 order by number desc limit 1`;
      return (await client.query<{ content: Buffer }>(newest, [file])).rows[0]?.content;
    },
    songs: async () => (await rowsOf<{ file: string }>('select file from songs')).map(({ file }) => file),
  };
}

export const quote = (name: string) => pg.escapeIdentifier(name);

type FoundTable = { name: string; parent: string | null; bounds: string | null; columns: string[] };

/** Without the columns that are computed, and without tables of extensions. */
export async function findTables(client: pg.ClientBase): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  return rows;
}

function toTable({ name, parent, bounds, columns }: FoundTable): DumpedTable {
  if (parent === null) return tableSchema.parse({ name, columns });
  const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bounds ?? '') ?? [];
  return tableSchema.parse({ name, columns, partition: { of: parent, from, to } });
}
