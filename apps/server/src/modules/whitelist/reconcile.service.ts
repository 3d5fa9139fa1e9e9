import { randomUUID } from 'node:crypto';
import { listLimits } from '@tribehall/contract/agent/player-lists';
import pLimit from 'p-limit';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { retrying, sendCommand } from '../agents/agents.service.ts';
import { publishLive } from '../events/events.service.ts';
import { findListed, noteChange } from '../player-lists/player-lists.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import * as management from './management.store.ts';
import { planWhitelist } from './plan.ts';
import * as store from './whitelist.store.ts';

const retryAfterMs = 60_000;
const serversAtOnce = 8;
/** By whom an entry is that was on a server's list before. */
const foundBy = 'Found on the server';
const missing = "It was missing from the server's whitelist.";
/** Of a confirmed entry. */
const addedAgain = 'It was missing and was added again.';

type Change = { add: string[]; remove: string[] };

/** Brings the lists of all managed servers that are connected up to date. */
export async function reconcileAll(ctx: Ctx): Promise<void> {
  const connected = (await management.findManaged(ctx.db)).filter(({ isConnected }) => isConnected);
  const limit = pLimit(serversAtOnce);
  await Promise.all(connected.map(({ id }) => limit(() => reconcile(ctx, id))));
}

/** Brings the list of a server up to date; once more if something changed meanwhile. Never throws. */
export async function reconcile(ctx: Ctx, serverId: string): Promise<void> {
  const { running } = ctx.state.whitelist;
  const isRunning = running.has(serverId);
  running.set(serverId, true);
  if (isRunning) return;
  try {
    while (running.get(serverId) === true) {
      running.set(serverId, false);
      await bringUpToDate(ctx, serverId);
    }
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'The whitelist of a server could not be brought up to date');
  } finally {
    running.delete(serverId);
  }
}

async function bringUpToDate(ctx: Ctx, serverId: string): Promise<void> {
  if (!(await management.isManaged(ctx.db, serverId))) return;
  // Before the list: what is confirmed here was noted as a change of it, so that an older reading does not count.
  const rows = await management.findStates(ctx.db, [serverId]);
  const states = new Map(rows.map((row) => [row.playerId, row]));
  const mirror = await findListed(ctx, { serverId, list: 'whitelist' });
  const sharing = await management.findSharing(ctx.db, serverId);
  const wanted = await store.findWanted(ctx.db, sharing);
  const ever = await store.findEver(ctx.db, sharing);
  // After all of that: what was removed since the management was turned off stays where it is.
  if (!(await management.isManaged(ctx.db, serverId))) return;
  const plan = planWhitelist({ wanted, ever, mirror, states, now: ctx.clock() });
  await importFound(ctx, serverId, plan.unknown);
  const isMissing = (playerId: string) => wasListed(states.get(playerId)) && mirror?.has(playerId) === false;
  await putOutcomes(ctx, serverId, {
    seen: [
      ...[...plan.unknown, ...plan.confirmed].map((playerId) => ({ playerId, outcome: 'confirmed' as const })),
      ...plan.add.filter(isMissing).map((playerId) => ({ playerId, outcome: 'waiting' as const, reason: missing })),
    ],
    gone: plan.settled,
  });
  await apply(ctx, serverId, plan, new Set(plan.add.filter(isMissing)));
}

function wasListed(row: management.StateRow | undefined): boolean {
  return row !== undefined && (['sent', 'confirmed'].includes(row.state) || row.detail === missing);
}

/** Players who are on the list of the game get an entry: the portal drops nobody. */
async function importFound(ctx: Ctx, serverId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { name: reachName } = await requireServer(ctx, serverId);
  const names = await store.findNames(ctx.db, ids);
  const row = { reach: 'server' as const, serverId, reachName, note: '', by: foundBy, createdAt: ctx.clock() };
  for (const part of partsOf([...ids], 1_000))
    await store.insertEntries(
      ctx.db,
      part.map((playerId) => ({ ...row, id: randomUUID(), playerId, name: names.get(playerId) ?? playerId })),
    );
}

/**
 * A few at a time; the agent sends them behind everything that a person waits for. Stops when something has changed
 * meanwhile: the next round begins with that.
 */
async function apply(ctx: Ctx, serverId: string, { add, remove }: Change, again: ReadonlySet<string>): Promise<void> {
  const changes: Change[] = [
    ...partsOf(remove, listLimits.maxIdsPerChange).map((part) => ({ add: [], remove: part })),
    ...partsOf(add, listLimits.maxIdsPerChange).map((part) => ({ add: part, remove: [] })),
  ];
  for (const change of changes) {
    if (!(await management.isManaged(ctx.db, serverId))) return;
    const failure = await applyOne(ctx, serverId, change, again);
    if (failure === undefined && ctx.state.whitelist.running.get(serverId) === true) return;
    if (failure === undefined) continue;
    const waiting = [...change.add, ...change.remove].map((playerId) => ({
      playerId,
      outcome: 'waiting' as const,
      reason: failure,
    }));
    await putOutcomes(ctx, serverId, { seen: waiting, gone: [] });
    return;
  }
}

/** Stores what came of a change; returns why nothing could be done. */
async function applyOne(
  ctx: Ctx,
  serverId: string,
  change: Change,
  again: ReadonlySet<string>,
): Promise<string | undefined> {
  try {
    const { results } = await sendCommand(ctx, serverId, 'lists.apply', { list: 'whitelist', ...change }, retrying);
    const isGone = ({ playerId, outcome }: Outcome) => !change.add.includes(playerId) && outcome !== 'failed';
    const withReason = (result: Outcome) =>
      result.outcome === 'confirmed' && again.has(result.playerId) ? { ...result, reason: addedAgain } : result;
    await inTransaction(ctx, async (ctx) => {
      if (await management.lockManaged(ctx.db, serverId))
        await putOutcomes(ctx, serverId, {
          seen: results.filter((result) => !isGone(result)).map(withReason),
          gone: results.filter(isGone).map(({ playerId }) => playerId),
        });
      await noteChange(ctx, { serverId, list: 'whitelist' });
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

type Outcome = { playerId: string; outcome: 'waiting' | 'sent' | 'confirmed' | 'failed'; reason?: string | undefined };

/** What was seen of players, and those of whom nothing is left to say. */
async function putOutcomes(
  ctx: Ctx,
  serverId: string,
  { seen, gone }: { seen: readonly Outcome[]; gone: readonly string[] },
): Promise<void> {
  const at = ctx.clock();
  const retry = new Date(at.getTime() + retryAfterMs);
  const rows = seen.map(({ playerId, outcome, reason = null }) => ({
    serverId,
    playerId,
    state: outcome,
    detail: reason,
    at,
    retryAt: outcome === 'failed' ? retry : null,
  }));
  const isPut = await management.putStates(ctx.db, rows);
  const isDeleted = await management.deleteStates(ctx.db, serverId, gone);
  if (isPut || isDeleted) publishChanged(ctx);
}

/** Readers fetch what they may see; in a transaction, after the commit. */
export function publishChanged(ctx: Ctx): void {
  publishLive(ctx, 'whitelist', 'changed', {});
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
