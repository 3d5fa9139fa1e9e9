import { and, desc, eq, ilike, inArray, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { namedStatement } from '../../db/statement.ts';
import { journal } from '../../db/tables/journal.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';

export type EntryRow = typeof journal.$inferSelect;
export type NewEntryRow = Omit<EntryRow, 'id'>;

const inserting = namedStatement('journal_insert', () => insertion(sql``));

const insertingMissing = namedStatement('journal_insert_missing', () =>
  insertion(
    sql`where not exists (select 1 from ${journal} known where known.server_id = ${sql.placeholder('serverId')}
      and known.tribe_id = sent."tribeId" and known.is_tribe_log and known.day is not distinct from sent.day
      and known.time is not distinct from sent.time and known.text = sent.text)
      order by sent.index`,
  ),
);

/** In the given order. */
export async function insertEntries(db: Db, rows: readonly NewEntryRow[]): Promise<void> {
  if (rows.length > 0) await inserting(db, { sent: JSON.stringify(rows) });
}

/** The same without lines of tribes' logs that are there already. */
export async function insertMissing(db: Db, serverId: string, rows: readonly NewEntryRow[]): Promise<void> {
  if (rows.length > 0)
    await insertingMissing(db, { sent: JSON.stringify(rows.map((row, index) => ({ ...row, index }))), serverId });
}

/** One JSON parameter: a statement for each number of rows would be planned again and again. */
function insertion(rest: SQL): SQL {
  return sql`
    insert into ${journal} (at, server_id, kind, player_id, player, tribe_id, tribe, other_player_id, other, other_tribe,
      thing, is_tribe_log, day, time, text, data)
    select at, "serverId", kind, "playerId", player, "tribeId", tribe, "otherPlayerId", other, "otherTribe",
      thing, "isTribeLog", day, time, text, data
    from json_to_recordset(${sql.placeholder('sent')}::json) as sent(index int, at timestamptz, "serverId" text, kind text,
      "playerId" text, player text, "tribeId" bigint, tribe text, "otherPlayerId" text, other text,
      "otherTribe" text, thing text, "isTribeLog" boolean, day int, time text, text text, data jsonb) ${rest}`;
}

/** The players of survivors, by the game's number of the survivor. */
export async function findPlayersOf(db: Db, serverId: string, arkIds: readonly string[]): Promise<Map<string, string>> {
  if (arkIds.length === 0) return new Map();
  const rows = await db
    .select({ arkId: survivors.arkId, playerId: survivors.playerId })
    .from(survivors)
    .where(
      and(
        eq(survivors.serverId, serverId),
        sql`${survivors.arkId} = any(${sql.param([...arkIds])}::text[])`,
        isNotNull(survivors.playerId),
      ),
    );
  return new Map(rows.flatMap(({ arkId, playerId }) => (playerId === null ? [] : [[arkId, playerId]])));
}

/** The place of an entry in the order of time. */
export type Cursor = { at: Date; id: bigint };

export type EntryFilter = {
  /** Entries about this player, or with them on the other side. */
  playerId?: string | undefined;
  serverIds?: readonly string[] | undefined;
  /** Lines of this tribe's own log. */
  tribeId?: number | undefined;
  /** A part of the text, case-insensitive. */
  search?: string | undefined;
  kinds?: readonly EntryRow['kind'][] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  before?: Cursor | undefined;
  /** Without the lines of tribes' own logs. */
  isPublic?: boolean;
  limit: number;
};

/** Newest first. */
export async function findEntries(db: Db, { playerId, limit, ...filter }: EntryFilter): Promise<EntryRow[]> {
  if (playerId === undefined) return select(db, conditionsOf(filter), limit);
  // Two index scans: an OR would read and sort all entries of both.
  const [own, other] = await Promise.all([
    select(db, [eq(journal.playerId, playerId), ...conditionsOf(filter)], limit),
    select(db, [eq(journal.otherPlayerId, playerId), ...conditionsOf(filter)], limit),
  ]);
  const all = new Map([...own, ...other].map((row) => [row.id, row]));
  return [...all.values()].toSorted(newestFirst).slice(0, limit);
}

export function newestFirst(a: Cursor, b: Cursor): number {
  return b.at.getTime() - a.at.getTime() || (b.id > a.id ? 1 : -1);
}

function select(db: Db, conditions: (SQL | undefined)[], limit: number): Promise<EntryRow[]> {
  return db
    .select()
    .from(journal)
    .where(and(...conditions))
    .orderBy(desc(journal.at), desc(journal.id))
    .limit(limit);
}

function conditionsOf({ serverIds, tribeId, search, kinds, from, until, before, isPublic }: Conditions) {
  return [
    serverIds && inArray(journal.serverId, [...serverIds]),
    tribeId === undefined ? undefined : and(eq(journal.tribeId, tribeId), eq(journal.isTribeLog, true)),
    search ? ilike(journal.text, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    kinds && inArray(journal.kind, [...kinds]),
    isPublic ? eq(journal.isTribeLog, false) : undefined,
    from && sql`${journal.at} >= ${from.toISOString()}::timestamptz`,
    until && sql`${journal.at} < ${until.toISOString()}::timestamptz`,
    // By time alone partitions are pruned and the index is entered; the second condition does neither.
    before && lte(journal.at, before.at),
    before && or(lt(journal.at, before.at), and(eq(journal.at, before.at), lt(journal.id, before.id))),
  ];
}

/** Entries of servers that were removed. Reads the servers from the index, one lookup each, instead of all entries. */
export async function deleteOrphans(db: Db): Promise<void> {
  await db.execute(sql`
    with recursive known(server_id) as (
      (select server_id from ${journal} order by server_id limit 1)
      union all
      select (select server_id from ${journal} where server_id > known.server_id order by server_id limit 1)
      from known where known.server_id is not null)
    delete from ${journal} where server_id in (
      select server_id from known where not exists (select 1 from ${servers} where ${servers.id} = known.server_id))`);
}

type Conditions = Omit<EntryFilter, 'playerId' | 'limit'>;
