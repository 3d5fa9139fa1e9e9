import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { PlayerList } from '@tribehall/contract/agent/player-lists';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { retrying, sendCommand, type AfterCommit } from '../agents/agents.service.ts';
import * as store from './player-lists.store.ts';

type ListKey = { serverId: string; list: PlayerList };
type ListState = AgentEventData<'lists.state'>;

/** A list that changes while it is read is read again. */
const maxReadings = 3;

/** Stores what an agent says about a list; one that differs from what is stored is read after the commit. */
export async function applyListState(
  ctx: Ctx,
  serverId: string,
  { data }: { data: ListState },
): Promise<AfterCommit | undefined> {
  const { list, digest, file } = data;
  const isOutdated = await store.putReported(ctx.db, { serverId, list, reportedDigest: digest, file: file ?? null });
  if (!isOutdated) return undefined;
  // In the background: the agent's next events do not wait for the answer of the same agent.
  return async (ctx) => void refreshList(ctx, { serverId, list });
}

/**
 * To be called in the transaction that stores a change made by the portal. The list is read again even if the agent
 * reports what it reported before: someone may have reverted the change before the agent looked.
 */
export async function noteChange(ctx: Ctx, key: ListKey): Promise<void> {
  await store.setChanged(ctx.db, key);
}

/** Reads what could not be read or compared when it changed. */
export async function refreshOutdated(ctx: Ctx): Promise<void> {
  for (const key of await store.findOutdated(ctx.db)) await refreshList(ctx, key);
}

/** Single-flight for each list. */
async function refreshList(ctx: Ctx, key: ListKey): Promise<void> {
  const { reading, onRead } = ctx.state.playerLists;
  const name = `${key.serverId} ${key.list}`;
  if (reading.has(name)) return;
  reading.add(name);
  try {
    const { step } = await readList(ctx, key);
    await onRead[key.list]?.(ctx, key.serverId);
    await store.setCompared(ctx.db, key, step);
  } catch (err) {
    // It is read again later; an agent that is away is nothing unusual.
    if (!(err instanceof AppError)) ctx.log.warn({ err, ...key }, 'A list of players could not be read');
  } finally {
    reading.delete(name);
  }
}

/** Reads a list from the game and stores it; undefined ids: the agent does not know the list. */
async function readList(ctx: Ctx, key: ListKey): Promise<{ step: number; ids: Set<string> | undefined }> {
  const reported = (await store.findListState(ctx.db, key))?.reportedDigest ?? null;
  const begun = { readAt: ctx.clock(), readStep: await store.takeStep(ctx.db) };
  const found = reported === null ? { ids: [], digest: null } : await readPages(ctx, key);
  await inTransaction(ctx, async (ctx) => {
    await store.replaceEntries(ctx.db, key, { ...found, ...begun });
  });
  return { step: begun.readStep, ids: reported === null ? undefined : new Set(found.ids) };
}

async function readPages(ctx: Ctx, { serverId, list }: ListKey): Promise<{ ids: string[]; digest: string }> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const ids: string[] = [];
    let digest: string | undefined;
    for (;;) {
      const after = ids.at(-1);
      const from = after === undefined ? { list } : { list, after };
      const page = await sendCommand(ctx, serverId, 'lists.read', from, retrying);
      if (digest !== undefined && page.digest !== digest) break;
      digest = page.digest;
      ids.push(...page.ids);
      if (page.isLast || page.ids.length === 0) return { ids, digest };
    }
  }
  throw new AppError('UNAVAILABLE', 'The list kept changing while it was read.');
}

/** The players on a list; undefined if it is not known. One that has changed since it was read is read first. */
export async function findListed(ctx: Ctx, key: ListKey): Promise<Set<string> | undefined> {
  const known = await store.findEntries(ctx.db, key);
  if (known !== 'outdated') return known;
  try {
    return (await readList(ctx, key)).ids;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
