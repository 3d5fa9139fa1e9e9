import { and, count, desc, eq, gte, inArray, isNull, notInArray, or, sql, type Column, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/db.ts';
import { journal } from '../../db/tables/journal.table.ts';

type EntryRow = typeof journal.$inferSelect;

export type DigestFilter = {
  playerIds: readonly string[];
  /** Tribes whose own logs count, too. */
  tribes: readonly { serverId: string; id: number }[];
  from: Date;
};

/** `isOther`: one of the players is on the other side. */
export type DigestCount = { serverId: string; kind: EntryRow['kind']; isOther: boolean; count: number };

/** Visits, commands and what concerns the whole server. */
const leftOut: EntryRow['kind'][] = ['joined', 'left', 'admin-command', 'started', 'saved', 'up', 'down'];

/** How many entries there are, by kind. */
export async function countDigest(db: Db, filter: DigestFilter): Promise<DigestCount[]> {
  const { serverId, kind } = journal;
  const { own, other, tribe } = conditionsOf(filter);
  const select = (isOther: boolean, where: SQL | undefined) =>
    db
      .select({ serverId, kind, isOther: sql<boolean>`${isOther}::boolean`.as('is_other') })
      .from(journal)
      .where(where);
  const all = unionAll(select(false, own), select(true, other), select(false, tribe)).as('digest');
  return db
    .select({ serverId: all.serverId, kind: all.kind, isOther: all.isOther, count: count() })
    .from(all)
    .groupBy(all.serverId, all.kind, all.isOther);
}

/** The newest of them. */
export async function findDigest(db: Db, filter: DigestFilter, limit: number): Promise<EntryRow[]> {
  const { own, other, tribe } = conditionsOf(filter);
  const order = [desc(journal.at), desc(journal.id)];
  const select = (where: SQL | undefined) =>
    db
      .select()
      .from(journal)
      .where(where)
      .orderBy(...order)
      .limit(limit);
  return unionAll(select(own), select(other), select(tribe))
    .orderBy(...order)
    .limit(limit);
}

/** No entry is in two of these. */
function conditionsOf({ playerIds, tribes, from }: DigestFilter) {
  const { playerId, otherPlayerId } = journal;
  const isIn = (column: Column) => inArray(column, [...playerIds]);
  const isNotIn = (column: Column) => or(isNull(column), notInArray(column, [...playerIds]));
  const inSpan = and(gte(journal.at, from), notInArray(journal.kind, leftOut));
  const ofTribes = tribes.map(({ serverId, id }) => and(eq(journal.serverId, serverId), eq(journal.tribeId, id)));
  return {
    own: and(isIn(playerId), inSpan),
    other: and(isIn(otherPlayerId), isNotIn(playerId), inSpan),
    tribe:
      ofTribes.length === 0
        ? sql`false`
        : and(
            eq(journal.isTribeLog, true),
            or(...ofTribes),
            isNotIn(playerId),
            isNotIn(otherPlayerId),
            inSpan,
            sql`not ${isToldBefore(playerIds, from)}`,
          ),
  };
}

/**
 * Whether the server's own log has the same event with one of the players: tribes' logs repeat deaths and tames. Tables
 * are named by hand, because drizzle leaves them out in a query with a single table.
 */
function isToldBefore(playerIds: readonly string[], from: Date): SQL {
  const players = sql`${sql.param([...playerIds])}::text[]`;
  const told = sql`told.server_id = journal.server_id and not told.is_tribe_log and told.at >= ${from.toISOString()}::timestamptz`;
  return sql`(journal.kind in ('died', 'tamed') and exists (select 1 from ${journal} told
      where told.player_id = any(${players}) and ${told} and told.kind = journal.kind
        and told.thing is not distinct from journal.thing and told.other is not distinct from journal.other
        and (journal.player is null or journal.player = told.player))
    or journal.kind = 'killed' and exists (select 1 from ${journal} told
      where told.other_player_id = any(${players}) and ${told} and told.kind = 'died' and told.player = journal.other))`;
}
