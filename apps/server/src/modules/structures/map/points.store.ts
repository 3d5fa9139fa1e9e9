import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

export type PointsFilter = { serverId: string; state: 'standing' | 'gone'; teamIds: number[] | undefined };

export type PointsLists = {
  count: number;
  classes: string[];
  /** With the name that is stored in the structures themselves. */
  tribes: { id: number; name: string | null }[];
  owners: { arkId: string; name: string | null }[];
};

const columnNames = ['id', 'x', 'y', 'z', 'class', 'tribe', 'owner', 'builtAt', 'firstSeenAt', 'goneAt'] as const;

/** A number of rows, each column as the bytes of its big-endian numbers. */
export type PointsChunk = Record<(typeof columnNames)[number], Buffer> & { count: number };

const rowsPerChunk = 20_000;
/** The last index stands for all further classes. */
const maxClass = 0xffff;

/** Lists and rows of one snapshot, read through a cursor. */
export async function readPoints(
  db: Db,
  filter: PointsFilter,
  receive: { lists: (lists: PointsLists) => void; chunk: (chunk: PointsChunk) => void },
): Promise<void> {
  await db.transaction(
    async (tx) => {
      const lists = await findLists(tx, filter);
      receive.lists(lists);
      await tx.execute(sql`declare points no scroll cursor for ${selectChunks(filter, lists)}`);
      for (;;) {
        const { rows } = await tx.execute<PointsChunk>(sql`fetch next from points`);
        if (!rows[0]) return;
        receive.chunk(rows[0]);
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function findLists(db: Db, filter: PointsFilter): Promise<PointsLists> {
  const where = isVisible(filter);
  const classes = await db.execute<{ name: string }>(
    sql`select class_name as name from structures where ${where} group by 1 order by class_name collate "C"`,
  );
  const tribes = await db.execute<{ id: string; name: string | null; count: number }>(
    sql`select tribe_id as id, max(tribe_name) as name, count(*)::int as count from structures where ${where}
      group by 1 order by tribe_id`,
  );
  const owners = await db.execute<{ arkId: string; name: string | null }>(
    sql`select owner_ark_id as "arkId", max(owner_name) as name from structures
      where ${where} and owner_ark_id is not null group by 1 order by owner_ark_id collate "C"`,
  );
  return {
    count: tribes.rows.reduce((total, row) => total + row.count, 0),
    classes: classes.rows.map((row) => row.name).slice(0, maxClass + 1),
    tribes: tribes.rows.map(({ id, name }) => ({ id: Number(id), name })),
    owners: owners.rows.map(({ arkId, name }) => ({ arkId, name })),
  };
}

/** Classes, tribes and owners as indexes into the lists. */
function selectChunks(filter: PointsFilter, { classes, tribes, owners }: PointsLists): SQL {
  const teamIds = tribes.map(({ id }) => id);
  const arkIds = owners.map(({ arkId }) => arkId);
  return sql`
    with numbered as (
      select (row_number() over () - 1) / ${rowsPerChunk}::int as chunk, s.id, s.x, s.y, s.z,
        coalesce(c.n - 1, ${maxClass}::int) as class, t.n - 1 as tribe, coalesce(o.n - 1, -1) as owner,
        s.built_at, s.first_seen_at, s.gone_at
      from structures s
      left join unnest(${sql.param(classes)}::text[]) with ordinality as c(name, n) on c.name = s.class_name
      left join unnest(${sql.param(teamIds)}::bigint[]) with ordinality as t(id, n) on t.id = s.tribe_id
      left join unnest(${sql.param(arkIds)}::text[]) with ordinality as o(id, n) on o.id = s.owner_ark_id
      where ${isVisible(filter)}
    )
    select count(*)::int as count, ${bytes(sql`int4send(id)`)} as id,
      ${bytes(sql`float4send(x)`)} as x, ${bytes(sql`float4send(y)`)} as y, ${bytes(sql`float4send(z)`)} as z,
      ${bytes(sql`substring(int4send(class::int) from 3)`)} as class, ${bytes(sql`int4send(tribe::int)`)} as tribe,
      ${bytes(sql`int4send(owner::int)`)} as owner, ${seconds(sql`built_at`)} as "builtAt",
      ${seconds(sql`first_seen_at`)} as "firstSeenAt", ${seconds(sql`gone_at`)} as "goneAt"
    from numbered group by chunk order by chunk`;
}

const bytes = (value: SQL): SQL => sql`string_agg(${value}, ''::bytea)`;
const seconds = (time: SQL): SQL =>
  bytes(
    sql`substring(int8send(greatest(0, least(4294967295, coalesce(extract(epoch from ${time}), 0)))::bigint) from 5)`,
  );

function isVisible({ serverId, state, teamIds }: PointsFilter): SQL {
  const isThere = state === 'standing' ? sql`gone_at is null` : sql`gone_at is not null`;
  const isTheirs = teamIds ? sql`tribe_id = any(${sql.param(teamIds)}::bigint[])` : sql`true`;
  return sql`server_id = ${serverId} and ${isThere} and ${isTheirs}`;
}
