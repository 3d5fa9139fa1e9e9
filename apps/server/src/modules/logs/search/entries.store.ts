import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { logEntries } from '../../../db/tables/logs.table.ts';

export type EntryRow = typeof logEntries.$inferSelect;
export type NewEntry = Pick<EntryRow, 'at' | 'host' | 'key' | 'text'> & { level: number };

/** A position in the order of entries. */
export type Cursor = { at: Date; id: bigint };

export type Filter = {
  after: Date;
  before: Date;
  host?: string | undefined;
  key?: string | undefined;
  /** At least; an index of `logLevels`. */
  level?: number | undefined;
  /** Case-insensitive. */
  match?: { text: string; isPattern: boolean } | undefined;
  /** Only entries before, from, or after this position. */
  below?: Cursor | undefined;
  from?: Cursor | undefined;
  above?: Cursor | undefined;
  /** Only entries that were written no later than this one. */
  lastId?: bigint | undefined;
};

const columns = sql.raw('id, at, host, key, level, text');
const newestFirst = sql.raw('order by at desc, id desc');
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const tuple = ({ at, id }: Cursor) => sql`(${moment(at)}, ${id}::bigint)`;

/** `at`: the expression for the time of an entry. */
function where(filter: Filter, at = sql.raw('at')): SQL {
  const { host, key, level, match, below, from, above, lastId } = filter;
  const { after, before } = narrowed(filter);
  const order = sql`(${at}, id)`;
  const conditions = [
    sql`${at} >= ${moment(after)} and ${at} < ${moment(before)}`,
    host === undefined ? undefined : sql`host = ${host}`,
    key === undefined ? undefined : sql`key = ${key}`,
    // A literal, not a parameter: otherwise the partial indexes by level are not used.
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

/** Partitions are pruned, and the index is entered, by time alone; comparing (at, id) does neither. */
function narrowed({ after, before, below, from, above }: Filter): { after: Date; before: Date } {
  const earliest = [after, from?.at, above?.at].flatMap((at) => at?.getTime() ?? []);
  const latest = [before.getTime(), ...(below ? [below.at.getTime() + 1] : [])];
  return { after: new Date(Math.max(...earliest)), before: new Date(Math.min(...latest)) };
}

function matches({ text, isPattern }: NonNullable<Filter['match']>): SQL {
  if (isPattern) return sql`text ~* ${text}`;
  return sql`text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/**
 * For the rest of the transaction entries are read in time order, or looked up by their text. The planner cannot decide:
 * its statistics of a partition that is being filled are wrong.
 */
export async function prefer(db: Db, plan: 'time' | 'lookup'): Promise<void> {
  const [ordered, other] = plan === 'time' ? ['on', 'off'] : ['off', 'on'];
  const settings = [
    ...['indexscan', 'indexonlyscan'].map((name) => `set local enable_${name} = ${ordered}`),
    ...['sort', 'bitmapscan', 'seqscan'].map((name) => `set local enable_${name} = ${other}`),
  ];
  await db.execute(sql.raw(settings.join('; ')));
}

/** Throws where the regular expression is invalid. */
export async function tryPattern(db: Db, pattern: string): Promise<void> {
  await db.execute(sql`select '' ~* ${pattern}`);
}

export function findNewest(db: Db, filter: Filter, limit: number): Promise<EntryRow[]> {
  return find(db, sql`select ${columns} from ${logEntries} where ${where(filter)} ${newestFirst} limit ${limit}`);
}

/** The same for several parts of a host: the index is sorted per part, not across them. */
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

/** The same in some partitions, by the index of the text: `at + interval '0'` keeps the planner from using the time. */
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

/** The same for several parts of a host. */
export function findOldestOf(db: Db, filter: Filter, keys: string[], limit: number): Promise<EntryRow[]> {
  const parts = keys.map(
    (key) =>
      sql`(select ${columns} from ${logEntries} where ${where({ ...filter, key })} order by at, id limit ${limit})`,
  );
  return find(db, sql`select * from (${sql.join(parts, sql` union all `)}) parts order by at, id limit ${limit}`);
}

/** The id that was assigned last; its entry may not be committed yet. */
export async function findLastId(db: Db): Promise<bigint> {
  const { rows } = await db.execute<{ id: string }>(sql`select last_value as id from log_entries_id_seq`);
  return BigInt(rows[0]?.id ?? 0);
}

/** The position of the entry with `count` newer ones in the window; undefined where there are fewer. */
export async function findCursorAtOffset(
  db: Db,
  window: Pick<Filter, 'after' | 'before' | 'below'>,
  count: number,
): Promise<Cursor | undefined> {
  return findOne(db, sql`${where(window)} ${newestFirst} offset ${count} limit 1`);
}

export async function findCursor(db: Db, id: bigint): Promise<Cursor | undefined> {
  return findOne(db, sql`id = ${id} limit 1`);
}

export async function countUpTo(db: Db, filter: Filter, max: number): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from (select 1 from ${logEntries} where ${where(filter)} limit ${max}) counted`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** An index-only scan: the text is not read. */
async function findOne(db: Db, conditions: SQL): Promise<Cursor | undefined> {
  const { rows } = await db.execute<{ id: string; at: string }>(
    sql`select id, at from ${logEntries} where ${conditions}`,
  );
  return rows[0] && { id: BigInt(rows[0].id), at: new Date(rows[0].at) };
}

async function find(db: Db, query: SQL): Promise<EntryRow[]> {
  const { rows } = await db.execute<Record<'id' | 'at' | 'host' | 'key' | 'text', string> & { level: number }>(query);
  return rows.map((row) => ({ ...row, id: BigInt(row.id), at: new Date(row.at) }));
}

/** Ids are assigned in the given order. */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const column = <Name extends keyof NewEntry>(name: Name) => sql.param(entries.map((entry) => entry[name]));
  const at = sql.param(entries.map((entry) => entry.at.toISOString()));
  await db.execute(sql`
    insert into ${logEntries} (at, host, key, level, text)
    select * from unnest(${at}::timestamptz[], ${column('host')}::text[], ${column('key')}::text[],
      ${column('level')}::smallint[], ${column('text')}::text[])`);
}
