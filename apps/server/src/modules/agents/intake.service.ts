import type { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import type { ConnectionKey, ConnectionIdentity, Refusal } from './agent-connection.ts';
import * as store from './agents.store.ts';

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
