import type { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../db/db.ts';
import type { EventsResult, Hello, HelloResult, LinkKey, OpenLink, Refusal } from './agent-connection.ts';
import { applyEvent, type RawEvent } from './links.events.ts';
import { closeLink, type AfterCommit } from './links.service.ts';
import * as store from './links.store.ts';

/** Makes this the link of its server; an older one closes, wherever it is. */
export async function register(ctx: Ctx, link: OpenLink, given: Hello): Promise<HelloResult | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, link.serverId);
    if (!locked) return { refused: 'serverRemoved' };
    const { server, linkId } = locked;
    if (server.tokenHash !== link.tokenHash) return { refused: 'tokenReplaced' };
    if (server.game !== given.game) return { refused: 'refused', words: gameMismatch(server.game, given.game) };
    const connectedAt = ctx.clock();
    await store.putLink(ctx.db, { serverId: link.serverId, id: link.id, portalId: link.portalId, connectedAt });
    const ackedSeq = server.stream === given.stream ? server.ackedSeq : 0;
    await store.updateServer(ctx.db, server.id, {
      ...describe(server, given),
      ackedSeq,
      ...(linkId === undefined ? { stateSince: connectedAt } : {}),
    });
    if (linkId !== undefined) closeLink(ctx, link.serverId, 'replaced');
    const result: HelloResult = { serverId: server.id, name: server.name, ackedSeq };
    for (const { onOpen, helloFields } of ctx.state.links.hooks) {
      await onOpen?.(ctx, server.id);
      Object.assign(result, await helloFields?.(ctx, server.id));
    }
    return result;
  });
}

function gameMismatch(listed: Game, said: Game): string {
  return `The portal lists this server as ${listed}, but the agent says ${said}.`;
}

function describe(server: store.ServerRow, given: Hello) {
  return {
    agentName: given.agent.name,
    agentVersion: given.agent.version,
    capabilities: given.capabilities,
    map: given.map ?? server.map,
    version: given.version ?? server.version,
    stream: given.stream,
  };
}

/** What a batch came to: the answer, and what is to be done after the commit. */
export type Taken = { answer: EventsResult; after: AfterCommit[] };

/**
 * Takes in a batch, all of it or nothing, and acknowledges it in the same transaction. What was taken in before is
 * passed over, so that it does not matter how often it comes.
 */
export async function takeEvents(
  ctx: Ctx,
  link: OpenLink,
  batch: RawEvent[],
  clockAheadMs: number,
): Promise<Taken | Refusal> {
  try {
    return await takeBatch(ctx, link, batch, clockAheadMs, applyEvent);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One event that cannot be kept would come again for ever and hold up all that follow it.
    ctx.log.error({ err: error, serverId: link.serverId }, 'A batch of events failed; its events are tried one by one');
    return takeBatch(ctx, link, batch, clockAheadMs, applyAlone);
  }
}

/**
 * Runs `work` in a transaction of this link: no newer one takes over until its end. The server itself is not held, so
 * that events and all else go on beside it.
 */
export async function asLink<T extends object>(
  ctx: Ctx,
  link: OpenLink,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    if ((await store.holdLink(ctx.db, link.serverId)) === link.id) return work(ctx);
    return { refused: (await findFault(ctx, link)) ?? 'stopping' };
  });
}

/** Does so where the server itself is changed. */
export async function asServer<T extends object>(
  ctx: Ctx,
  link: OpenLink,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, link.serverId);
    if (locked?.linkId === link.id) return work(ctx);
    return { refused: (await findFault(ctx, link)) ?? 'stopping' };
  });
}

async function takeBatch(
  ctx: Ctx,
  link: OpenLink,
  batch: RawEvent[],
  clockAheadMs: number,
  apply: typeof applyEvent,
): Promise<Taken | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, link.serverId);
    if (!locked) return { refused: 'serverRemoved' };
    if (locked.linkId !== link.id) return { refused: locked.linkId === undefined ? 'stopping' : 'replaced' };
    const taken: Taken = { answer: { ackedSeq: locked.server.ackedSeq, rejected: [] }, after: [] };
    for (const event of batch) {
      if (event.seq <= taken.answer.ackedSeq) continue;
      const outcome = await apply(ctx, link.serverId, event, happened(ctx, event, clockAheadMs));
      if (typeof outcome === 'string') taken.answer.rejected.push({ seq: event.seq, reason: outcome });
      else if (outcome) taken.after.push(outcome);
      taken.answer.ackedSeq = event.seq;
    }
    await store.updateServer(ctx.db, link.serverId, { ackedSeq: taken.answer.ackedSeq });
    return taken;
  });
}

/** The same in a transaction of its own inside the batch's, so that a failure costs this event alone. */
const applyAlone: typeof applyEvent = async (ctx, serverId, event, when) => {
  try {
    return await inTransaction(ctx, (ctx) => applyEvent(ctx, serverId, event, when));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ err: error, serverId, type: event.type, seq: event.seq }, 'An event could not be kept');
    return 'The portal could not keep this event.';
  }
};

const oldestMs = 30 * 24 * 60 * 60 * 1000;

/** When it happened by the portal's clock. The sender's may be anything, but an event is neither of the future nor ancient. */
function happened(ctx: Ctx, event: RawEvent, clockAheadMs: number): { at: Date; ageMs: number } {
  const now = ctx.clock().getTime();
  const ageMs = Math.min(oldestMs, Math.max(0, now - event.at.getTime() + clockAheadMs));
  return { at: new Date(now - ageMs), ageMs };
}

/** Takes the links away that ended, each unless the server has a newer one, and tells the readers. */
export async function unregister(ctx: Ctx, ended: LinkKey[]): Promise<string[]> {
  const serverIds = await ctx.db.transaction((db) => store.deleteLinks(db, ended, ctx.clock()));
  await announceClosed(ctx, serverIds);
  return serverIds;
}

/** Does so for the links of portals that died. */
export async function sweep(ctx: Ctx, silentMs: number): Promise<string[]> {
  const serverIds = await ctx.db.transaction((db) => store.deleteDeadPortals(db, silentMs, ctx.clock()));
  await announceClosed(ctx, serverIds);
  return serverIds;
}

async function announceClosed(ctx: Ctx, serverIds: string[]): Promise<void> {
  if (serverIds.length === 0) return;
  for (const { onClose } of ctx.state.links.hooks) await onClose?.(ctx, serverIds);
}

/** Why a link is not good any more; undefined where it still is. */
export async function findFault(ctx: Ctx, link: OpenLink): Promise<keyof typeof agentCloseCodes | undefined> {
  const server = await store.findLinkState(ctx.db, link.serverId);
  if (!server) return 'serverRemoved';
  if (server.tokenHash !== link.tokenHash) return 'tokenReplaced';
  if (server.linkId === link.id) return undefined;
  // Taken for dead by another portal, this one has to be built up again.
  return server.linkId === null ? 'stopping' : 'replaced';
}

/** After so long without a link, whoever is on a server has come anew. */
const forgetOnlineAfterMs = 60 * 1000;

/** Tells the other portals that this one is there. */
export async function showAlive(ctx: Ctx, portalId: string): Promise<void> {
  await store.putPortal(ctx.db, portalId);
  await store.deleteOnlineWithoutLink(ctx.db, new Date(ctx.clock().getTime() - forgetOnlineAfterMs));
}

export function listLinks(ctx: Ctx, portalId: string): Promise<LinkKey[]> {
  return store.findLinksOf(ctx.db, portalId);
}

export async function leave(ctx: Ctx, portalId: string): Promise<void> {
  await store.deletePortal(ctx.db, portalId);
}
