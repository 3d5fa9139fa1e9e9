import { randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { defineModule } from '../../module.ts';
import type { Call } from '../../mount.ts';
import { createFreshCache, type FreshCache } from '../../platform/fresh-cache.ts';
import type { CachedJson } from '../../platform/json/cached-json.ts';
import { listObjectEntries } from '../audit/audit.service.ts';
import { inSequence } from '../agents/agent-handlers.service.ts';
import { addressOf, agentPackage, agentProgram, requireAgent, refuseUnsafe, sendAgent } from './agent-package.ts';
import { updateAgent } from './agent-update.service.ts';
import * as admins from './admins.service.ts';
import * as changes from './changes.service.ts';
import { addCommand, replaceToken } from './tokens.service.ts';
import { serverRights } from './servers.policy.ts';
import * as servers from './servers.service.ts';
import * as setup from './setup.service.ts';

export const serversModule = defineModule({
  name: 'servers',
  state: createServersState,
  rights: serverRights,
  topics: { 'servers.state': { snapshot: servers.readState }, 'servers.setup': { snapshot: setup.readSetup } },
  agentEvents: { 'server.capabilities': inSequence(setup.applyCapabilities) },
  agentConnections: {
    onOpen: setup.publishConnections,
    onRefused: (ctx, serverId) => setup.publishSetups(ctx, [serverId]),
    onClose: setup.publishConnections,
  },
  jobs: [servers.followList],
  routes(mount, ctx) {
    const { servers: state } = ctx.state;
    mount('GET /ark/servers', ({ ctx, query }) => servers.list(ctx, query.nameFilter));
    mount('POST /ark/servers', async ({ ctx, caller, body, request }) => {
      const { token, ...server } = await changes.add(ctx, caller, body);
      const portal = addressOf(ctx, request);
      const program = await agentProgram(state.agentFile, portal);
      return { server, token, commandLine: addCommand({ portal, program, token, game: body.game }) };
    });
    mount('GET /ark/servers/{id}', ({ ctx, caller, params }) => servers.read(ctx, caller.userId, params.id));
    mount('GET /ark/servers/{id}/details', ({ ctx, caller, params }) =>
      servers.readDetails(ctx, caller.userId, params.id),
    );
    mount('PUT /ark/servers/{id}', ({ ctx, caller, params, body }) =>
      changes.rename(ctx, caller, params.id, body.name),
    );
    mount('PUT /ark/servers/{id}/join', ({ ctx, caller, params, body }) =>
      changes.changeJoin(ctx, caller, params.id, body),
    );
    mount('DELETE /ark/servers/{id}', async ({ ctx, caller, params }) => {
      await changes.remove(ctx, caller, params.id);
      return {};
    });
    mount('POST /ark/servers/{id}/favorite', ({ ctx, caller, params }) =>
      servers.toggleFavorite(ctx, caller.userId, params.id),
    );
    mount('POST /ark/servers/{id}/token', async ({ ctx, caller, params, body, request }) => {
      const { game } = await replaceToken(ctx, caller, params.id, body.newToken);
      const portal = addressOf(ctx, request);
      const program = await agentProgram(state.agentFile, portal);
      return { commandLine: addCommand({ portal, program, token: body.newToken, game }) };
    });
    mount('GET /ark/servers/{id}/activity', ({ ctx, params, query }) =>
      listObjectEntries(ctx, { field: 'serverId', id: params.id }, query.before),
    );
    mount('POST /ark/servers/{id}/ping', ({ ctx, params }) => servers.ping(ctx, params.id));
    mount('POST /ark/servers/{id}/auth', async ({ ctx, caller, params }) => {
      await admins.sendCode(ctx, caller, params.id);
      return {};
    });
    mount('POST /ark/servers/{id}/auth/confirm', ({ ctx, caller, params, body }) =>
      admins.confirmCode(ctx, caller, params.id, body.twoFaCode),
    );
    mount('POST /ark/servers/{id}/agent/update', ({ ctx, caller, params }) => updateAgent(ctx, caller, params.id));
    mount('GET /ark/agent', async ({ ctx, request }) => {
      const build = await requireAgent(state.agentFile);
      return { ...build, commandLine: `${await agentProgram(state.agentFile, addressOf(ctx, request))} run` };
    });
    const send = (
      { ctx, request, reply }: Pick<Call<'GET /ark/agent.tgz'>, 'ctx' | 'request' | 'reply'>,
      file?: string,
    ) => {
      refuseUnsafe(addressOf(ctx, request));
      return sendAgent(reply, state.agentFile, file);
    };
    mount('GET /ark/agent.tgz', (call) => send(call));
    mount('GET /ark/agent/{file}', (call) => send(call, call.params.file));
  },
});

type ServersState = {
  /** The whole list, under an empty name. */
  listed: FreshCache<CachedJson<ReplyOutput<'GET /ark/servers'>>>;
  /** Single-flight: running pings, by server. */
  pings: Map<string, Promise<ReplyOutput<'POST /ark/servers/{id}/ping'>>>;
  /** The agent's package, as downloaded by operators. */
  agentFile: string;
  /** Heard by this process alone: of several portals, the one that makes a change publishes the new state. */
  clusterChangeSubject: string;
};

function createServersState(): ServersState {
  return {
    listed: createFreshCache({ maxEntries: 1, maxAgeMs: 5000 }),
    pings: new Map(),
    agentFile: agentPackage,
    clusterChangeSubject: `clusters.changed.${randomUUID()}`,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    servers: ServersState;
  }
}
