import { and, eq, isNull, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { survivors } from './structure-tables.ts';
import { onlinePlayers } from './tables.ts';

/** Built, not written: in a `sql` template the columns would lose their tables where a query has only one. */
const savedName = new QueryBuilder()
  .select({ name: survivors.name })
  .from(survivors)
  .where(
    and(
      eq(survivors.serverId, onlinePlayers.serverId),
      eq(survivors.playerId, onlinePlayers.playerId),
      isNull(survivors.goneAt),
    ),
  )
  .orderBy(sql`${survivors.loginAt} desc nulls last`)
  .limit(1);

/** The survivor that somebody online plays: as the game told it, else as the save has it. */
export const survivorName = sql<string | null>`coalesce(${onlinePlayers.survivor}, ${savedName})`;
