import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { groundCells } from '../../../db/tables/structures.table.ts';

export type GroundRow = { x: number; y: number; heights: number[]; swimmers: number };

/** Newer heights push out older ones, so that a cell follows its samples and stays small. */
const maxHeights = 24;
const maxSwimmers = 100;

/** Adds the samples of a save to those of earlier ones. */
export async function addGround(db: Db, serverId: string, savedAt: Date, rows: GroundRow[]): Promise<void> {
  await db.execute(sql`
    insert into ground_cells as known (server_id, x, y, heights, swimmers, saved_at)
    select ${serverId}, x, y, heights, swimmers, ${savedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      x smallint, y smallint, heights smallint[], swimmers smallint)
    on conflict (server_id, x, y) do update set
      heights = (excluded.heights || known.heights)[1:${sql.raw(String(maxHeights))}],
      swimmers = least(${sql.raw(String(maxSwimmers))}, known.swimmers + excluded.swimmers),
      saved_at = excluded.saved_at
    where known.saved_at < excluded.saved_at`);
}

export async function deleteGround(db: Db, serverId: string): Promise<void> {
  await db.delete(groundCells).where(eq(groundCells.serverId, serverId));
}

export async function findGround(db: Db, serverId: string): Promise<GroundRow[]> {
  const { x, y, heights, swimmers } = groundCells;
  return db
    .select({ x, y, heights, swimmers })
    .from(groundCells)
    .where(eq(groundCells.serverId, serverId))
    .orderBy(groundCells.y, groundCells.x);
}
