import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { linkedPlayers } from '../../db/tables.ts';

export async function findLinkedPlayer(
  db: Db,
  userId: string,
  serverId: string,
): Promise<{ playerId: string; isAdmin: boolean } | undefined> {
  const [row] = await db
    .select({ playerId: linkedPlayers.playerId, isAdmin: linkedPlayers.isAdmin })
    .from(linkedPlayers)
    .where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId)));
  return row;
}
