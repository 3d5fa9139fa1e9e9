import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { findConnectionId, findConnectionState, type ConnectionState } from './agents.store.ts';

/**
 * An agent whose portal stops connects to another one within about a second, so commands wait that long and a little more.
 * An agent that is away for longer is offline.
 */
export const reconnectWaitMs = 5_000;
const checkEveryMs = 100;

/**
 * Returns the id of the server's connection. If it lost its connection just now, waits for the next one; undefined if none
 * comes in time. `lostId` is a connection that is listed but gone. All who wait for the same share one loop of queries.
 */
export async function waitForConnection(ctx: Ctx, serverId: string, lostId?: string): Promise<string | undefined> {
  const { awaited } = ctx.state.agents;
  const key = `${serverId} ${lostId ?? ''}`;
  const waiting = awaited.get(key) ?? awaitConnection(ctx, serverId, lostId).finally(() => awaited.delete(key));
  awaited.set(key, waiting);
  return waiting;
}

async function awaitConnection(ctx: Ctx, serverId: string, lostId: string | undefined): Promise<string | undefined> {
  const server = await findConnectionState(ctx.db, serverId);
  if (!server) return undefined;
  const until = performance.now() + ctx.state.agents.waitMs - awayMs(server);
  for (let id = server.connectionId ?? undefined; ; id = await findConnectionId(ctx.db, serverId)) {
    if (id !== undefined && id !== lostId) return id;
    if (performance.now() >= until) return undefined;
    await delay(checkEveryMs);
  }
}

/** How long its connection has been gone. One that is still listed was lost a moment ago. */
function awayMs({ connectionId, lostForMs }: ConnectionState): number {
  if (connectionId !== null) return 0;
  return lostForMs === null ? Number.POSITIVE_INFINITY : Math.max(0, lostForMs);
}
