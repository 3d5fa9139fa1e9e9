import { and, eq, sql } from 'drizzle-orm';
import type { PlayerList } from '@tribehall/contract/agent/player-lists';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerListEntries, playerListStates } from '../../db/tables/moderation.table.ts';

type ListKey = { serverId: string; list: PlayerList };

const isOf = ({ serverId, list }: ListKey) =>
  and(eq(playerListStates.serverId, serverId), eq(playerListStates.list, list));

/** Whether the stored entries are what the agent reported, and were read after the portal's last change. */
const isCurrent = sql<boolean>`(${playerListStates.reportedDigest} is not distinct from ${playerListStates.digest}
  and (${playerListStates.changedStep} is null or ${playerListStates.reportedDigest} is null
    or ${playerListStates.changedStep} < ${playerListStates.readStep}))`;

/** A portal can die between reading a list and comparing it. */
const isDone = sql<boolean>`(${isCurrent} and ${playerListStates.comparedStep} is not distinct from ${playerListStates.readStep})`;

/** Stores what an agent says about a list; returns whether it has to be read. */
export async function putReported(
  db: Db,
  row: ListKey & { reportedDigest: string | null; file: string | null },
): Promise<boolean> {
  const { reportedDigest, file } = row;
  const [stored] = await db
    .insert(playerListStates)
    .values(row)
    .onConflictDoUpdate({
      target: [playerListStates.serverId, playerListStates.list],
      set: { reportedDigest, file },
    })
    .returning({ isDone });
  return stored?.isDone !== true;
}

/** The portal has changed the list: what was read before counts no more. */
export async function setChanged(db: Db, key: ListKey): Promise<void> {
  await db
    .update(playerListStates)
    .set({ changedStep: sql`nextval('sanction_steps')` })
    .where(isOf(key));
}

export async function findListState(db: Db, key: ListKey) {
  const [row] = await db
    .select({ reportedDigest: playerListStates.reportedDigest, isCurrent })
    .from(playerListStates)
    .where(isOf(key));
  return row;
}

/** Lists of connected servers that have to be read. */
export async function findOutdated(db: Db): Promise<ListKey[]> {
  return db
    .select({ serverId: playerListStates.serverId, list: playerListStates.list })
    .from(playerListStates)
    .innerJoin(agentConnections, eq(agentConnections.serverId, playerListStates.serverId))
    .where(sql`not ${isDone}`);
}

type Reading = {
  ids: readonly string[];
  digest: string | null;
  readAt: Date;
  readStep: number;
};

/** A number between what happened before and what happens after. */
export async function takeStep(db: Db): Promise<number> {
  const { rows } = await db.execute<{ step: string }>(sql`select nextval('sanction_steps') as step`);
  return Number(rows[0]?.step);
}

/** Replaces the entries of a list, in a transaction. */
export async function replaceEntries(
  db: Db,
  { serverId, list }: ListKey,
  { ids, digest, readAt, readStep }: Reading,
): Promise<void> {
  const given = sql`unnest(${sql.param([...ids])}::text[]) as given(id)`;
  await db.execute(sql`
    delete from ${playerListEntries} e
    where e.server_id = ${serverId} and e.list = ${list} and not exists (select 1 from ${given} where given.id = e.player_id)`);
  await db.execute(sql`
    insert into ${playerListEntries} (server_id, list, player_id)
    select ${serverId}, ${list}, given.id from ${given} on conflict do nothing`);
  await db.update(playerListStates).set({ digest, readAt, readStep }).where(isOf({ serverId, list }));
}

export async function setCompared(db: Db, key: ListKey, comparedStep: number): Promise<void> {
  await db.update(playerListStates).set({ comparedStep }).where(isOf(key));
}

/** What a list contained; undefined if it cannot be read, `outdated` if it has changed since it was read. */
export async function findEntries(db: Db, { serverId, list }: ListKey): Promise<Set<string> | 'outdated' | undefined> {
  const state = await findListState(db, { serverId, list });
  if (!state || state.reportedDigest === null) return undefined;
  if (!state.isCurrent) return 'outdated';
  const rows = await db
    .select({ id: playerListEntries.playerId })
    .from(playerListEntries)
    .where(and(eq(playerListEntries.serverId, serverId), eq(playerListEntries.list, list)));
  return new Set(rows.map(({ id }) => id));
}
