import type { PlayerList } from '@tribehall/contract/agent/player-lists';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { playerListEntries, playerListStates } from '../../db/tables/moderation.table.ts';

type ListKey = { serverId: string; list: PlayerList };

const isEntryOf = ({ serverId, list }: ListKey) =>
  and(eq(playerListEntries.serverId, serverId), eq(playerListEntries.list, list));

/** Returns the digest of the stored entries. */
export async function putReported(db: Db, key: ListKey, reportedDigest: string | null): Promise<string | null> {
  const [row] = await db
    .insert(playerListStates)
    .values({ ...key, reportedDigest })
    .onConflictDoUpdate({
      target: [playerListStates.serverId, playerListStates.list],
      set: { reportedDigest },
    })
    .returning({ digest: playerListStates.digest });
  return row?.digest ?? null;
}

export async function replaceEntries(
  db: Db,
  key: ListKey,
  { ids, digest, readAt }: { ids: readonly string[]; digest: string; readAt: Date },
): Promise<void> {
  await db.delete(playerListEntries).where(isEntryOf(key));
  if (ids.length > 0)
    await db.execute(sql`insert into ${playerListEntries} (server_id, list, player_id)
      select ${key.serverId}, ${key.list}, id from unnest(${sql.param([...ids])}::text[]) as id on conflict do nothing`);
  await db
    .update(playerListStates)
    .set({ digest, readAt })
    .where(and(eq(playerListStates.serverId, key.serverId), eq(playerListStates.list, key.list)));
}

/** What the file contained when it was last read; undefined if it was not read since it last changed. */
export async function findEntries(db: Db, key: ListKey): Promise<Set<string> | undefined> {
  const [state] = await db
    .select({ reported: playerListStates.reportedDigest, digest: playerListStates.digest })
    .from(playerListStates)
    .where(and(eq(playerListStates.serverId, key.serverId), eq(playerListStates.list, key.list)));
  if (!state || state.digest === null || state.digest !== state.reported) return undefined;
  const rows = await db.select({ id: playerListEntries.playerId }).from(playerListEntries).where(isEntryOf(key));
  return new Set(rows.map(({ id }) => id));
}
