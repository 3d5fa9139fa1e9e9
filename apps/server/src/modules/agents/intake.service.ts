import type { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { isContended, isDatabaseAway, lacksPartition } from '../../db/db.ts';
import type { EventsResult, ConnectionKey, ConnectionIdentity, Refusal } from './agent-connection.ts';
import { applyEvents, parseEvent, type Moment, type RawEvent } from './agent-events.ts';
import type { AfterCommit } from './agents.service.ts';
import * as store from './agents.store.ts';

/** The outcome of a batch: the reply, and what is to be done after the commit. */
export type Taken = { result: EventsResult; after: AfterCommit[] };

/**
 * Applies a batch as a whole and acknowledges it in the same transaction. Idempotent: events that were applied before are
 * skipped.
 */
export async function takeEvents(
  ctx: Ctx,
  identity: ConnectionIdentity,
  batch: RawEvent[],
  clockAheadMs: number,
): Promise<Taken | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await takeBatch(ctx, identity, batch, clockAheadMs, applyTogether);
    } catch (error) {
      if (isContended(error) && attempt < maxAttempts) continue;
      if (isPassing(error)) throw error;
      // One event that cannot be stored would be resent for ever and hold up all that follow it.
      ctx.log.error(
        { err: error, serverId: identity.serverId },
        'A batch of events failed; its events are tried one by one',
      );
      return takeBatch(ctx, identity, batch, clockAheadMs, applyOneByOne);
    }
  }
}

/** Of transactions that were in each other's way, one goes on: the next attempt hardly ever fails. */
const maxAttempts = 3;

/** Nothing is wrong with the event: the agent sends it again later. */
function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || lacksPartition(error) || isContended(error);
}

/**
 * Runs `work` in a transaction during which no newer connection takes over. The server's row is not locked, so that
 * events are applied meanwhile.
 */
export async function whileConnected<T extends object>(
  ctx: Ctx,
  identity: ConnectionIdentity,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    if ((await store.lockConnection(ctx.db, identity.serverId)) === identity.id) return work(ctx);
    return { refused: (await findFault(ctx, identity)) ?? 'stopping' };
  });
}

/** The same with the server's row locked, for changes of the server itself. */
export async function whileServerLocked<T extends object>(
  ctx: Ctx,
  identity: ConnectionIdentity,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, identity.serverId);
    if (locked?.connectionId === identity.id) return work(ctx);
    return { refused: (await findFault(ctx, identity)) ?? 'stopping' };
  });
}

async function takeBatch(
  ctx: Ctx,
  identity: ConnectionIdentity,
  batch: RawEvent[],
  clockAheadMs: number,
  apply: Apply,
): Promise<Taken | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, identity.serverId);
    if (!locked) return { refused: 'serverRemoved' };
    if (locked.connectionId !== identity.id)
      return { refused: locked.connectionId === undefined ? 'stopping' : 'replaced' };
    const news = newEvents(batch, locked.server.ackedSeq);
    const dated = news.map((event) => ({ ...event, when: happened(ctx, event, clockAheadMs) }));
    const ackedSeq = news.at(-1)?.seq ?? locked.server.ackedSeq;
    const { rejected, after } = await apply(ctx, identity.serverId, dated);
    if (news.length > 0) await store.updateServer(ctx.db, identity.serverId, { ackedSeq });
    return { result: { ackedSeq, rejected }, after };
  });
}

/** Events that were applied before are skipped, and so are those whose number goes back. */
function newEvents(batch: RawEvent[], ackedSeq: number): RawEvent[] {
  let last = ackedSeq;
  return batch.filter(({ seq }) => {
    const isNew = seq > last;
    if (isNew) last = seq;
    return isNew;
  });
}

type DatedEvent = RawEvent & { when: Moment };
type Applied = { rejected: EventsResult['rejected']; after: AfterCommit[] };
type Apply = (ctx: Ctx, serverId: string, events: readonly DatedEvent[]) => Promise<Applied>;

const applyTogether: Apply = async (ctx, serverId, events) => {
  const rejected: Applied['rejected'] = [];
  const parsed = events.flatMap((raw) => {
    const outcome = parseEvent(raw, raw.when);
    if (typeof outcome !== 'string') return [outcome];
    rejected.push({ seq: raw.seq, reason: outcome });
    return [];
  });
  return { rejected, after: await applyEvents(ctx, serverId, parsed) };
};

/** Each in a savepoint, so that a failure costs one event alone. */
const applyOneByOne: Apply = async (ctx, serverId, events) => {
  const all: Applied = { rejected: [], after: [] };
  for (const event of events) {
    try {
      const { rejected, after } = await inTransaction(ctx, (ctx) => applyTogether(ctx, serverId, [event]));
      all.rejected.push(...rejected);
      all.after.push(...after);
    } catch (error) {
      if (isPassing(error)) throw error;
      const { type, seq } = event;
      ctx.log.error({ err: error, serverId, type, seq }, 'An event could not be stored');
      all.rejected.push({ seq, reason: 'The portal could not store this event.' });
    }
  }
  return all;
};

const oldestMs = 30 * 24 * 60 * 60 * 1000;

/** When it happened by the portal's clock. The sender's clock is not trusted: an event is neither in the future nor ancient. */
function happened(ctx: Ctx, event: RawEvent, clockAheadMs: number): Moment {
  const now = ctx.clock().getTime();
  const ageMs = Math.min(oldestMs, Math.max(0, now - event.at.getTime() + clockAheadMs));
  return { at: new Date(now - ageMs), ageMs };
}

/** Removes connections that ended, except where the server has a newer one, and announces it. */
export async function unregister(ctx: Ctx, ended: ConnectionKey[]): Promise<string[]> {
  const serverIds = await ctx.db.transaction((db) => store.deleteConnections(db, ended, ctx.clock()));
  await announceClosed(ctx, serverIds);
  return serverIds;
}

/** The same for the connections of portals that died. */
export async function sweep(ctx: Ctx, silentMs: number): Promise<string[]> {
  const serverIds = await ctx.db.transaction((db) => store.deleteDeadPortals(db, silentMs, ctx.clock()));
  await announceClosed(ctx, serverIds);
  return serverIds;
}

const closedAtOnce = 50;

/** In slices: thousands may end at once, and requests need their turns. */
async function announceClosed(ctx: Ctx, serverIds: string[]): Promise<void> {
  for (let from = 0; from < serverIds.length; from += closedAtOnce) {
    const slice = serverIds.slice(from, from + closedAtOnce);
    for (const { onClose } of ctx.state.agents.hooks) await onClose?.(ctx, slice);
  }
}

/** Why a connection is no longer valid; undefined while it is. */
export async function findFault(
  ctx: Ctx,
  identity: ConnectionIdentity,
): Promise<keyof typeof agentCloseCodes | undefined> {
  const server = await store.findConnectionState(ctx.db, identity.serverId);
  if (!server) return 'serverRemoved';
  if (server.tokenHash !== identity.tokenHash) return 'tokenReplaced';
  if (server.connectionId === identity.id) return undefined;
  // Another portal took this one for dead: the agent has to connect again.
  return server.connectionId === null ? 'stopping' : 'replaced';
}

/** After so long without a connection, everyone on a server counts as newly joined. */
const forgetOnlineAfterMs = 60 * 1000;

/** The heartbeat of this process, for the other portals. */
export async function showAlive(ctx: Ctx, portalId: string): Promise<void> {
  await store.putPortal(ctx.db, portalId);
  await store.deleteOnlineWithoutConnection(ctx.db, new Date(ctx.clock().getTime() - forgetOnlineAfterMs));
}

export function countAgentsPerPortal(ctx: Ctx): Promise<number> {
  return store.countServersPerPortal(ctx.db);
}

export function listConnections(ctx: Ctx, portalId: string): Promise<ConnectionKey[]> {
  return store.findConnectionsOf(ctx.db, portalId);
}

export async function leave(ctx: Ctx, portalId: string): Promise<void> {
  await store.deletePortal(ctx.db, portalId);
}
