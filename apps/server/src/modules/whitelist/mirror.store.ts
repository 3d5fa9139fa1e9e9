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

/** Returns whether this is what the agent reported last. */
export async function replaceEntries(
  db: Db,
  key: ListKey,
  { ids, digest, readAt }: { ids: readonly string[]; digest: string; readAt: Date },
): Promise<boolean> {
  await db.delete(playerListEntries).where(isEntryOf(key));
  await insertIds(db, key, ids);
  const [state] = await db
    .insert(playerListStates)
    .values({ ...key, digest, readAt })
    .onConflictDoUpdate({ target: [playerListStates.serverId, playerListStates.list], set: { digest, readAt } })
    .returning({ reported: playerListStates.reportedDigest });
  return state?.reported === digest;
}

async function insertIds(db: Db, { serverId, list }: ListKey, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`insert into ${playerListEntries} (server_id, list, player_id)
    select ${serverId}, ${list}, id from unnest(${sql.param([...ids])}::text[]) as id on conflict do nothing`);
}

/** What the file contains; undefined if it cannot be read, `outdated` if it was not read since it last changed. */
export async function findEntries(db: Db, key: ListKey): Promise<Set<string> | 'outdated' | undefined> {
  const [state] = await db
    .select({ reported: playerListStates.reportedDigest, digest: playerListStates.digest })
    .from(playerListStates)
    .where(and(eq(playerListStates.serverId, key.serverId), eq(playerListStates.list, key.list)));
  if (!state || state.reported === null) return undefined;
  if (state.digest !== state.reported) return 'outdated';
  const rows = await db.select({ id: playerListEntries.playerId }).from(playerListEntries).where(isEntryOf(key));
  return new Set(rows.map(({ id }) => id));
}
