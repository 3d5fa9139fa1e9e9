import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { logEntries } from '../../db/tables/logs.table.ts';

export type EntryRow = typeof logEntries.$inferSelect;
export type NewEntry = Pick<EntryRow, 'at' | 'host' | 'key' | 'text'> & { level: number };

/** A place in the order of entries. */
export type Place = { at: Date; id: bigint };

export type Filter = {
  after: Date;
  before: Date;
  host?: string | undefined;
  key?: string | undefined;
  /** At least; a place in `logLevels`. */
  level?: number | undefined;
  /** What has to be in the text, without regard to case. */
  match?: { text: string; isPattern: boolean } | undefined;
  /** Only entries before, from, or after this one. */
  below?: Place | undefined;
  from?: Place | undefined;
  above?: Place | undefined;
  /** Only entries that were written no later than this one. */
  lastId?: bigint | undefined;
};

const columns = sql.raw('id, at, host, key, level, text');
const newestFirst = sql.raw('order by at desc, id desc');
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const tuple = ({ at, id }: Place) => sql`(${moment(at)}, ${id}::bigint)`;

/** `at`: the moment of an entry, as the conditions are to name it. */
function where(filter: Filter, at = sql.raw('at')): SQL {
  const { host, key, level, match, below, from, above, lastId } = filter;
  const { after, before } = narrowed(filter);
  const order = sql`(${at}, id)`;
  const conditions = [
    sql`${at} >= ${moment(after)} and ${at} < ${moment(before)}`,
    host === undefined ? undefined : sql`host = ${host}`,
    key === undefined ? undefined : sql`key = ${key}`,
    // As a number in the statement, which an index over the graver ones needs.
    level === undefined || level <= 0 ? undefined : sql.raw(`level >= ${Math.trunc(level)}`),
    match && matches(match),
    below && sql`${order} < ${tuple(below)}`,
    from && sql`${order} >= ${tuple(from)}`,
    above && sql`${order} > ${tuple(above)}`,
    lastId === undefined ? undefined : sql`id <= ${lastId}::bigint`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  );
}

/** Only a moment tells which partitions are asked for, and where in the index to begin; a place does not. */
function narrowed({ after, before, below, from, above }: Filter): { after: Date; before: Date } {
  const earliest = [after, from?.at, above?.at].flatMap((at) => at?.getTime() ?? []);
  const latest = [before.getTime(), ...(below ? [below.at.getTime() + 1] : [])];
  return { after: new Date(Math.max(...earliest)), before: new Date(Math.min(...latest)) };
}

function matches({ text, isPattern }: NonNullable<Filter['match']>): SQL {
  if (isPattern) return sql`text ~* ${text}`;
  return sql`text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** How long the statements that follow in the transaction may take, each. */
export async function limitTime(db: Db, ms: number): Promise<void> {
  await db.execute(sql.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(ms))}`));
}

/**
 * From here on in the transaction entries are read in the order of time, or looked up by what is in them: what is known
 * of a partition that is just being filled would lead the database astray.
 */
export async function prefer(db: Db, way: 'time' | 'lookup'): Promise<void> {
  const [ordered, other] = way === 'time' ? ['on', 'off'] : ['off', 'on'];
  const settings = [
    ...['indexscan', 'indexonlyscan'].map((name) => `set local enable_${name} = ${ordered}`),
    ...['sort', 'bitmapscan', 'seqscan'].map((name) => `set local enable_${name} = ${other}`),
  ];
  await db.execute(sql.raw(settings.join('; ')));
}

/** Fails where the pattern is not one. */
export async function tryPattern(db: Db, pattern: string): Promise<void> {
  await db.execute(sql`select '' ~* ${pattern}`);
}

export function findNewest(db: Db, filter: Filter, limit: number): Promise<EntryRow[]> {
  return find(db, sql`select ${columns} from ${logEntries} where ${where(filter)} ${newestFirst} limit ${limit}`);
}

/** The same of several parts of a host: each has its own order in the index, all together have none. */
export function findNewestOf(db: Db, filter: Filter, keys: string[], limit: number): Promise<EntryRow[]> {
  const parts = keys.map(
    (key) =>
      sql`(select ${columns} from ${logEntries} where ${where({ ...filter, key })} ${newestFirst} limit ${limit})`,
  );
  return findNewestAmong(db, parts, limit);
}

function findNewestAmong(db: Db, parts: SQL[], limit: number): Promise<EntryRow[]> {
  return find(db, sql`select * from (${sql.join(parts, sql` union all `)}) parts ${newestFirst} limit ${limit}`);
}

/** The same in some partitions, by what is in the text: its time is no way to find it, however narrow. */
export function lookUp(db: Db, partitions: string[], filter: Filter, limit: number): Promise<EntryRow[]> {
  const conditions = where(filter, sql.raw("(at + interval '0')"));
  const parts = partitions.map(
    (name) => sql`(select ${columns} from ${sql.identifier(name)} where ${conditions} ${newestFirst} limit ${limit})`,
  );
  return findNewestAmong(db, parts, limit);
}

export function findOldest(db: Db, filter: Filter, limit: number): Promise<EntryRow[]> {
  return find(db, sql`select ${columns} from ${logEntries} where ${where(filter)} order by at, id limit ${limit}`);
}

/** The same of several parts of a host. */
export function findOldestOf(db: Db, filter: Filter, keys: string[], limit: number): Promise<EntryRow[]> {
  const parts = keys.map(
    (key) =>
      sql`(select ${columns} from ${logEntries} where ${where({ ...filter, key })} order by at, id limit ${limit})`,
  );
  return find(db, sql`select * from (${sql.join(parts, sql` union all `)}) parts order by at, id limit ${limit}`);
}

/** The id that was given last, to an entry that may not be visible yet. */
export async function findLastId(db: Db): Promise<bigint> {
  const { rows } = await db.execute<{ id: string }>(sql`select last_value as id from log_entries_id_seq`);
  return BigInt(rows[0]?.id ?? 0);
}

/** The place of the entry that has so many newer ones in the window; undefined where there are not so many. */
export async function findPlaceBehind(
  db: Db,
  window: Pick<Filter, 'after' | 'before' | 'below'>,
  count: number,
): Promise<Place | undefined> {
  return findOne(db, sql`${where(window)} ${newestFirst} offset ${count} limit 1`);
}

export async function findPlace(db: Db, id: bigint): Promise<Place | undefined> {
  return findOne(db, sql`id = ${id} limit 1`);
}

/** How many there are, up to `max`. */
export async function countUpTo(db: Db, filter: Filter, max: number): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from (select 1 from ${logEntries} where ${where(filter)} limit ${max}) counted`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Without the text an index tells all. */
async function findOne(db: Db, conditions: SQL): Promise<Place | undefined> {
  const { rows } = await db.execute<{ id: string; at: string }>(
    sql`select id, at from ${logEntries} where ${conditions}`,
  );
  return rows[0] && { id: BigInt(rows[0].id), at: new Date(rows[0].at) };
}

async function find(db: Db, query: SQL): Promise<EntryRow[]> {
  const { rows } = await db.execute<Record<'id' | 'at' | 'host' | 'key' | 'text', string> & { level: number }>(query);
  return rows.map((row) => ({ ...row, id: BigInt(row.id), at: new Date(row.at) }));
}

/** Their ids follow the order they are given in. */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const column = <Name extends keyof NewEntry>(name: Name) => sql.param(entries.map((entry) => entry[name]));
  const at = sql.param(entries.map((entry) => entry.at.toISOString()));
  await db.execute(sql`
    insert into ${logEntries} (at, host, key, level, text)
    select * from unnest(${at}::timestamptz[], ${column('host')}::text[], ${column('key')}::text[],
      ${column('level')}::smallint[], ${column('text')}::text[])`);
}
