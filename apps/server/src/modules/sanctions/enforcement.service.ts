import { listLimits } from '@tribehall/contract/agent/player-lists';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { retrying, sendCommand } from '../agents/agents.service.ts';
import { publishLive } from '../events/events.service.ts';
import { noteChange } from '../player-lists/player-lists.service.ts';
import { recordOutcome } from './records.service.ts';
import * as claims from './claims.store.ts';
import * as store from './enforcement.store.ts';
import { importFound } from './found-bans.service.ts';

const claimLastsMs = 90_000;
/** What a person has just done is carried out before everything else; if that is much, the rest goes in batches. */
const urgentWithinMs = 60_000;
const urgentPerServer = 3;
/** Older ones are found when a server connects. */
const newWithinMs = 10 * 60_000;
const newAtOnce = 200;
const firstRetryMs = 10_000;
const maxRetryMs = 30 * 60_000;

/** Starts what is due on connected servers. A slow server delays neither the others nor what is urgent. */
export async function enforceDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  await alignNew(ctx, now);
  publishChanges(ctx, await store.settleWarnings(ctx.db, now));
  publishChanges(ctx, await claims.keepForOthers(ctx.db, now));
  const claim = { now, until: new Date(now.getTime() + claimLastsMs) };
  await enforceUrgent(ctx, claim);
  const { busy } = ctx.state.sanctions;
  const perServer = listLimits.maxIdsPerChange;
  const rows = await claims.claimPerServer(ctx.db, { ...claim, perServer, exceptServerIds: [...busy] });
  for (const serverId of new Set(rows.map((row) => row.serverId))) {
    busy.add(serverId);
    const batch = rows.filter((row) => row.serverId === serverId);
    const work = enforceBatch(ctx, serverId, batch).finally(() => {
      busy.delete(serverId);
      // There may be more for this server.
      if (batch.length === perServer) ctx.state.sanctions.wake();
    });
    inBackground(ctx, work);
  }
}

async function enforceUrgent(ctx: Ctx, claim: { now: Date; until: Date }): Promise<void> {
  const { urgent } = ctx.state.sanctions;
  const urgentSince = new Date(claim.now.getTime() - urgentWithinMs);
  const exceptServerIds = [...urgent].flatMap(([serverId, count]) => (count >= urgentPerServer ? [serverId] : []));
  const urgentRows = { ...claim, urgentSince, perServer: urgentPerServer, exceptServerIds };
  for (const row of await claims.claimUrgent(ctx.db, urgentRows)) {
    urgent.set(row.serverId, (urgent.get(row.serverId) ?? 0) + 1);
    const work = enforceOne(ctx, row).finally(() => {
      const remaining = (urgent.get(row.serverId) ?? 1) - 1;
      if (remaining > 0) urgent.set(row.serverId, remaining);
      else urgent.delete(row.serverId);
    });
    inBackground(ctx, work);
  }
}

function inBackground(ctx: Ctx, work: Promise<void>): void {
  work.catch((err: unknown) => ctx.log.warn({ err }, 'A ban could not be set or lifted on a server'));
}

type Result = { outcome: 'confirmed' | 'sent' | 'failed'; reason?: string | undefined };

/** As a moderator would: a player who is online is disconnected at once. */
async function enforceOne(ctx: Ctx, row: claims.DueRow): Promise<void> {
  const command = row.state === 'lifting' ? 'players.unban' : 'players.ban';
  try {
    await putResult(ctx, row, await sendCommand(ctx, row.serverId, command, { playerId: row.playerId }, retrying));
  } catch (error) {
    await putFailure(ctx, row, error);
  }
}

/** Within what the game can take, after everything that a person waits for. */
async function enforceBatch(ctx: Ctx, serverId: string, rows: readonly claims.DueRow[]): Promise<void> {
  const playersOf = (isAdded: boolean) =>
    rows.filter(({ state }) => (state !== 'lifting') === isAdded).map(({ playerId }) => playerId);
  try {
    const change = { list: 'bans', add: playersOf(true), remove: playersOf(false) } as const;
    const { results } = await sendCommand(ctx, serverId, 'lists.apply', change, retrying);
    const resultOf = new Map(results.map((result) => [result.playerId, result]));
    for (const row of rows) await putResult(ctx, row, resultOf.get(row.playerId) ?? noResult);
  } catch (error) {
    // Agents of before this command.
    if (isUnsupported(error)) for (const row of rows) await enforceOne(ctx, row);
    else for (const row of rows) await putFailure(ctx, row, error);
  }
}

const noResult: Result = { outcome: 'failed', reason: "The server's agent did not say what happened." };

function isUnsupported(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_SUPPORTED';
}

async function putResult(ctx: Ctx, row: claims.DueRow, { outcome, reason }: Result): Promise<void> {
  if (outcome === 'failed') return putFailure(ctx, row, new AppError('UNAVAILABLE', reason));
  const isUnseen = outcome === 'sent';
  if (isUnseen && (await store.isListKnown(ctx.db, row.serverId)))
    return putFailure(
      ctx,
      row,
      new AppError('UNAVAILABLE', "The game took the command, but its ban list didn't change."),
    );
  const detail = isUnseen ? 'The game took the command, but its effect could not be seen.' : null;
  await put(ctx, row, { state: row.state === 'lifting' ? 'lifted' : outcome, detail, retryAt: null });
}

/** A server that is away keeps waiting; a refusal is a failure that is tried again, less and less often. */
async function putFailure(ctx: Ctx, row: claims.DueRow, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) throw error;
  const waitMs = Math.min(firstRetryMs * 2 ** Math.min(row.attempts - 1, 10), maxRetryMs);
  const isAway = error.code === 'SERVER_OFFLINE';
  const retryAt = new Date(ctx.clock().getTime() + (isAway ? firstRetryMs : waitMs));
  const failed = row.state === 'lifting' ? 'lifting' : 'failed';
  await put(ctx, row, { state: isAway ? row.state : failed, detail: error.message, retryAt });
}

const isDone = ({ state }: Pick<store.Outcome, 'state'>) => ['confirmed', 'sent', 'lifted'].includes(state);

async function put(
  ctx: Ctx,
  row: claims.DueRow,
  outcome: Pick<store.Outcome, 'state' | 'detail' | 'retryAt'>,
): Promise<void> {
  const { sanctionId, serverId, state: from } = row;
  const isStored = await inTransaction(ctx, async (ctx) => {
    const isStored = await store.putOutcome(ctx.db, ctx.clock(), { sanctionId, serverId, from, ...outcome });
    if (isDone(outcome)) await noteChange(ctx, { serverId, list: 'bans' });
    // Once for each change, not for every attempt.
    if (isStored && outcome.state !== from) await recordOutcome(ctx, { sanctionId, serverId, ...outcome });
    return isStored;
  });
  if (isStored) publishChanges(ctx, [sanctionId]);
}

/** A sanction, or the servers of a reach, have changed: rows are added or are to be removed, and then carried out. */
export async function align(ctx: Ctx, extent: store.Extent): Promise<void> {
  const now = ctx.clock();
  const changed = [...(await store.endSurplus(ctx.db, extent, now)), ...(await store.addMissing(ctx.db, extent, now))];
  publishChanges(ctx, [...new Set(changed)]);
}

/** Imported bans get their rows here: that takes longer than to store them, and an import should not wait for it. */
async function alignNew(ctx: Ctx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - newWithinMs);
  const sanctionIds = await store.findNew(ctx.db, { since, limit: newAtOnce });
  if (sanctionIds.length > 0) await align(ctx, { sanctionIds });
  if (sanctionIds.length === newAtOnce) ctx.state.sanctions.wake();
}

/** Compares what a server's ban list contained with what it should contain. */
export async function compareBans(ctx: Ctx, serverId: string): Promise<void> {
  publishChanges(ctx, await store.compareWithList(ctx.db, serverId, ctx.clock()));
  publishChanges(ctx, await importFound(ctx, serverId));
  ctx.state.sanctions.wake();
}

/** Banned players who are on a server nevertheless are banned there again, which also disconnects them. */
export async function banAgain(ctx: Ctx, serverId: string, playerIds: string[]): Promise<void> {
  const now = ctx.clock();
  const reopened = await claims.reopenFor(ctx.db, {
    serverId,
    playerIds,
    detail: 'They joined although they are banned.',
    now,
    until: new Date(now.getTime() + claimLastsMs),
  });
  publishChanges(
    ctx,
    reopened.map(({ sanctionId }) => sanctionId),
  );
  for (const row of reopened) await enforceOne(ctx, row);
}

export function publishChanges(ctx: Ctx, sanctionIds: readonly string[]): void {
  for (const sanctionId of sanctionIds) publishLive(ctx, 'sanctions', 'changed', { sanctionId });
}
