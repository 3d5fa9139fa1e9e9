import { and, eq, isNull, sql, type Column } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { onlinePlayers } from './tables/players.table.ts';
import { survivors } from './tables/structures.table.ts';

/**
 * The survivor of a player as the save has it. Built, not written: in a `sql` template the columns would lose their
 * tables where a query has only one.
 */
export function savedSurvivor(player: { serverId: Column; playerId: Column }) {
  const { name, serverId, playerId, goneAt, loginAt } = survivors;
  return new QueryBuilder()
    .select({ name })
    .from(survivors)
    .where(and(eq(serverId, player.serverId), eq(playerId, player.playerId), isNull(goneAt)))
    .orderBy(sql`${loginAt} desc nulls last`)
    .limit(1);
}

/** The survivor of an online player: as the game reports it, else from the world save. */
export const survivorName = sql<string | null>`coalesce(${onlinePlayers.survivor}, ${savedSurvivor(onlinePlayers)})`;
