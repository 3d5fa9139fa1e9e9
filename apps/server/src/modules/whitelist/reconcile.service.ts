import { randomUUID } from 'node:crypto';
import { listLimits } from '@tribehall/contract/agent/player-lists';
import pLimit from 'p-limit';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { findListed, readList } from '../player-lists/player-lists.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import * as management from './management.store.ts';
import { planWhitelist } from './plan.ts';
import * as store from './whitelist.store.ts';

const retryAfterMs = 60_000;
const serversAtOnce = 8;
/** By whom an entry is that was on a server's list before. */
const foundBy = 'Found on the server';

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
  const list = { serverId, list: 'whitelist' } as const;
  const mirror = await findListed(ctx, list);
  const wanted = await store.findWanted(ctx.db, serverId);
  const ever = await store.findEver(ctx.db, serverId);
  const rows = await management.findStates(ctx.db, [serverId]);
  const states = new Map(rows.map((row) => [row.playerId, row]));
  const plan = planWhitelist({ wanted, ever, mirror, states, now: ctx.clock() });
  await importFound(ctx, serverId, plan.unknown);
  const confirmed = [...plan.unknown, ...plan.confirmed];
  await putStates(
    ctx,
    serverId,
    confirmed.map((playerId) => ({ playerId, outcome: 'confirmed' })),
  );
  await management.deleteStates(ctx.db, serverId, plan.settled);
  if (plan.add.length + plan.remove.length === 0) return;
  await apply(ctx, serverId, plan);
  // What was stored of the file is outdated now; until the agent reports the same, it counts as unknown.
  if (mirror) await readList(ctx, list).catch(ignoreRefusal);
}

/** The next report or round reads it. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
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

/** A few at a time; the agent sends them behind everything that a person waits for. */
async function apply(ctx: Ctx, serverId: string, { add, remove }: Change): Promise<void> {
  const changes: Change[] = [
    ...partsOf(add, listLimits.maxIdsPerChange).map((part) => ({ add: part, remove: [] })),
    ...partsOf(remove, listLimits.maxIdsPerChange).map((part) => ({ add: [], remove: part })),
  ];
  for (const change of changes) {
    const failure = await applyOne(ctx, serverId, change);
    if (failure === undefined) continue;
    const waiting = [...change.add, ...change.remove].map((playerId) => ({
      playerId,
      outcome: 'waiting' as const,
      reason: failure,
    }));
    await putStates(ctx, serverId, waiting);
    return;
  }
}

/** Stores what came of a change; returns why nothing could be done. */
async function applyOne(ctx: Ctx, serverId: string, change: Change): Promise<string | undefined> {
  try {
    const { results } = await sendCommand(ctx, serverId, 'lists.apply', { list: 'whitelist', ...change });
    const gone = results.filter(({ playerId, outcome }) => !change.add.includes(playerId) && outcome !== 'failed');
    await putStates(
      ctx,
      serverId,
      results.filter((result) => !gone.includes(result)),
    );
    await management.deleteStates(
      ctx.db,
      serverId,
      gone.map(({ playerId }) => playerId),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

type Outcome = { playerId: string; outcome: 'waiting' | 'sent' | 'confirmed' | 'failed'; reason?: string | undefined };

async function putStates(ctx: Ctx, serverId: string, outcomes: readonly Outcome[]): Promise<void> {
  const at = ctx.clock();
  const retry = new Date(at.getTime() + retryAfterMs);
  await management.putStates(
    ctx.db,
    outcomes.map(({ playerId, outcome, reason = null }) => ({
      serverId,
      playerId,
      state: outcome,
      detail: reason,
      at,
      retryAt: outcome === 'failed' ? retry : null,
    })),
  );
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
