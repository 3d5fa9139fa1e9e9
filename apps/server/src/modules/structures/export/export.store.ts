import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { structures } from '../../../db/tables/structures.table.ts';

type StructureRow = typeof structures.$inferSelect;

export type ExportFilter = {
  serverId: string;
  /** The visible teams; undefined for all. */
  teamIds: number[] | undefined;
  state: 'standing' | 'gone';
  tribes?: number[] | undefined;
  owners?: string[] | undefined;
  classes?: string[] | undefined;
  bornUntil?: Date | undefined;
  bornFrom?: Date | undefined;
  /**
   * Structures of teams without activity since then. A team that was never seen active is judged by the age of its
   * structures.
   */
  abandoned?: { since: Date; teamIds: number[]; seenTeamIds: number[] } | undefined;
};

/** The next ones by id. */
export async function findPage(db: Db, filter: ExportFilter, after: number, limit: number): Promise<StructureRow[]> {
  return db
    .select()
    .from(structures)
    .where(and(...conditionsOf(filter), gt(structures.id, after)))
    .orderBy(asc(structures.id))
    .limit(limit);
}

function conditionsOf(filter: ExportFilter): (SQL | undefined)[] {
  const born = sql`coalesce(${structures.builtAt}, ${structures.firstSeenAt})`;
  const { teamIds, tribes, owners, classes, bornUntil, bornFrom, abandoned } = filter;
  // Arrays as one parameter: the teams may be more than a statement can have parameters.
  return [
    eq(structures.serverId, filter.serverId),
    filter.state === 'standing' ? isNull(structures.goneAt) : isNotNull(structures.goneAt),
    teamIds && inArray(structures.tribeId, teamIds),
    tribes && inArray(structures.tribeId, tribes),
    owners && inArray(structures.ownerArkId, owners),
    classes && inArray(structures.className, classes),
    bornUntil && lte(born, bornUntil.toISOString()),
    bornFrom && gte(born, bornFrom.toISOString()),
    abandoned &&
      or(
        sql`${structures.tribeId} = any(${sql.param(abandoned.teamIds)}::bigint[])`,
        and(
          sql`${structures.tribeId} <> all(${sql.param(abandoned.seenTeamIds)}::bigint[])`,
          lt(structures.firstSeenAt, abandoned.since),
        ),
      ),
  ];
}
