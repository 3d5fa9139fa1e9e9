import { sentCapabilities, type Capabilities } from '@tribehall/contract/agent/agent.contract';
import type { SetupCheck } from '@tribehall/contract/agent/setup-checks';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import type { ConnectionIdentity, Hello, HelloResult, Refusal } from './agent-connection.ts';
import { closeConnection } from './agents.service.ts';
import * as store from './agents.store.ts';

/** A hello, and the connection that it came on. */
export type Registration = { identity: ConnectionIdentity; given: Hello };

/**
 * Registers connections as those of their servers, each of another one; older ones close, in whichever process they are. As
 * many statements as for a single one: thousands of agents reconnect at once.
 */
export function register(ctx: Ctx, registrations: Registration[]): Promise<(HelloResult | Refusal)[]> {
  return inTransaction(ctx, async (ctx) => {
    const serverIds = registrations.map(({ identity }) => identity.serverId);
    const servers = new Map((await store.lockServers(ctx.db, serverIds)).map((server) => [server.id, server]));
    const connectedAt = ctx.clock();
    const accepted: store.AcceptedConnection[] = [];
    const replies: (HelloResult | Refusal)[] = [];
    for (const { identity, given } of registrations) {
      const server = servers.get(identity.serverId);
      const refusal = server
        ? await findRefusal(ctx, server, identity, given)
        : ({ refused: 'serverRemoved' } as const);
      if (refusal || !server) {
        replies.push(refusal ?? { refused: 'serverRemoved' });
        continue;
      }
      const ackedSeq = server.stream === given.stream ? server.ackedSeq : 0;
      const capabilities = withClock(given, connectedAt);
      accepted.push({ ...identity, ...describe(server, given), capabilities, ackedSeq });
      replies.push({ serverId: server.id, name: server.name, ackedSeq });
    }
    for (const { serverId, id } of await store.putConnections(ctx.db, accepted, connectedAt))
      closeConnection(ctx, serverId, 'replaced', id);
    return addFields(ctx, accepted, replies);
  });
}

/** Runs what modules declared for new connections, and adds their fields to the replies. */
async function addFields(
  ctx: Ctx,
  accepted: readonly { serverId: string }[],
  replies: (HelloResult | Refusal)[],
): Promise<(HelloResult | Refusal)[]> {
  if (accepted.length === 0) return replies;
  const serverIds = accepted.map(({ serverId }) => serverId);
  let all = replies;
  for (const { onOpen, helloFields } of ctx.state.agents.hooks) {
    await onOpen?.(ctx, serverIds);
    const fields = await helloFields?.(ctx, serverIds);
    if (fields) all = all.map((reply) => ('refused' in reply ? reply : { ...reply, ...fields(reply.serverId) }));
  }
  return all;
}

async function findRefusal(
  ctx: Ctx,
  server: store.ServerRow,
  identity: ConnectionIdentity,
  given: Hello,
): Promise<Refusal | undefined> {
  if (server.tokenHash !== identity.tokenHash) return { refused: 'tokenReplaced' };
  return server.game === given.game ? undefined : refuseGame(ctx, server, given.game);
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
