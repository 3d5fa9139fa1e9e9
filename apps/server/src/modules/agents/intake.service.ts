import { sentCapabilities, type agentCloseCodes, type Capabilities } from '@tribehall/contract/agent/agent.contract';
import type { SetupCheck } from '@tribehall/contract/agent/setup-checks';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import type { Hello, HelloResult, ConnectionKey, ConnectionIdentity, Refusal } from './agent-connection.ts';
import { closeConnection } from './agents.service.ts';
import * as store from './agents.store.ts';

/** Registers this as the connection of its server; an older one closes, in whichever process it is. */
export async function register(ctx: Ctx, identity: ConnectionIdentity, given: Hello): Promise<HelloResult | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockServer(ctx.db, identity.serverId);
    if (!locked) return { refused: 'serverRemoved' };
    const { server, connectionId } = locked;
    if (server.tokenHash !== identity.tokenHash) return { refused: 'tokenReplaced' };
    if (server.game !== given.game) return refuseGame(ctx, server, given.game);
    const connectedAt = ctx.clock();
    await store.putConnection(ctx.db, {
      serverId: identity.serverId,
      id: identity.id,
      portalId: identity.portalId,
      connectedAt,
    });
    const ackedSeq = server.stream === given.stream ? server.ackedSeq : 0;
    await store.updateServer(ctx.db, server.id, {
      ...describe(server, given),
      capabilities: withClock(given, connectedAt),
      ackedSeq,
      ...(connectionId === undefined ? { stateSince: connectedAt } : {}),
    });
    if (connectionId !== undefined) closeConnection(ctx, identity.serverId, 'replaced');
    const result: HelloResult = { serverId: server.id, name: server.name, ackedSeq };
    for (const { onOpen, helloFields } of ctx.state.agents.hooks) {
      await onOpen?.(ctx, server.id);
      Object.assign(result, await helloFields?.(ctx, server.id));
    }
    return result;
  });
}

/** Recorded for the server's admins, who wait for it to connect. */
async function refuseGame(ctx: Ctx, server: store.ServerRow, reported: Game): Promise<Refusal> {
  const words = `The portal lists this server as ${server.game}, but the agent says ${reported}.`;
  const known = sentCapabilities.safeParse(server.capabilities).data ?? { can: [], cannot: [] };
  const checks: SetupCheck[] = [{ about: 'agent', problem: 'wrongGame', detail: words }];
  await store.updateServer(ctx.db, server.id, { capabilities: { ...known, checks } });
  for (const { onRefused } of ctx.state.agents.hooks) await onRefused?.(ctx, server.id);
  return { refused: 'refused', words };
}

const maxClockMs = 30_000;

/** What the agent reports, and what the portal sees of its clock. */
function withClock({ capabilities, now }: Hello, connectedAt: Date): Capabilities {
  const aheadMs = now.getTime() - connectedAt.getTime();
  const checks = capabilities.checks?.filter(({ about }) => about !== 'clock');
  if (checks === undefined || Math.abs(aheadMs) <= maxClockMs) return capabilities;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const detail = `The clock of the game machine is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}.`;
  return { ...capabilities, checks: [...checks, { about: 'clock', problem: 'clockDiffers', detail }] };
}

function describe(server: store.ServerRow, given: Hello) {
  return {
    agentName: given.agent.name,
    agentVersion: given.agent.version,
    map: given.map ?? server.map,
    version: given.version ?? server.version,
    stream: given.stream,
  };
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

async function announceClosed(ctx: Ctx, serverIds: string[]): Promise<void> {
  if (serverIds.length === 0) return;
  for (const { onClose } of ctx.state.agents.hooks) await onClose?.(ctx, serverIds);
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

export function listConnections(ctx: Ctx, portalId: string): Promise<ConnectionKey[]> {
  return store.findConnectionsOf(ctx.db, portalId);
}

export async function leave(ctx: Ctx, portalId: string): Promise<void> {
  await store.deletePortal(ctx.db, portalId);
}
