import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { defineModule, type Module } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { inSequence } from '../agents/agent-handlers.service.ts';
import * as actions from './actions.service.ts';
import { readCounts, readTrends, removeOldCounts } from './counts.service.ts';
import * as linking from './linking.service.ts';
import { startAnnouncing } from './online-changes.service.ts';
import * as players from './players.service.ts';

const seenEveryMs = 5 * 60 * 1000;
const refresh = { everyMs: 10 * 1000, failure: 'Servers that went offline could not be refreshed' };
const seen = { everyMs: seenEveryMs, isDelayed: true, failure: 'When players were last seen could not be stored' };
const retention = { everyMs: 60 * 60 * 1000, failure: 'Old player counts could not be removed' };

type PlayerCall = { params: { id: string; playerId: string }; request: { headers: Record<string, unknown> } };

export const playersModule = defineModule({
  name: 'players',
  state: createPlayersState,
  topics: { 'players.online': { snapshot: players.listOnline } },
  agentEvents: {
    'server.state': inSequence(players.applyServerState),
    'players.online': inSequence(players.applyOnline),
  },
  agentConnections: { onOpen: players.refreshConnections, onClose: players.refreshConnections },
  jobs: [
    (ctx) => repeat(ctx.log, refresh, () => players.refreshLost(ctx)),
    (ctx) => repeat(ctx.log, seen, () => players.updateLastSeen(ctx, seenEveryMs)),
    (ctx) => repeat(ctx.log, retention, () => removeOldCounts(ctx)),
    startAnnouncing,
  ],
  routes(mount) {
    mount('GET /ark/servers/{id}/players', ({ ctx, params }) => players.listOnline(ctx, params.id));
    mount('GET /ark/playerCounts', ({ ctx, query }) => readTrends(ctx, query.serverIds));
    mount('GET /ark/servers/{id}/playerCounts', ({ ctx, params, query }) => readCounts(ctx, params.id, query.hours));

    mount('POST /ark/servers/{id}/players/{playerId}/kill', (call) =>
      actions.kill(call.ctx, call.caller, playerOf(call)),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/consoleCommand', (call) =>
      actions.runCommand(call.ctx, call.caller, playerOf(call), call.body),
    );

    mount('GET /ark/servers/{id}/players/auth', ({ ctx, caller, params }) =>
      linking.readPending(ctx, caller, params.id),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/auth', (call) =>
      linking.sendCode(call.ctx, call.caller, playerOf(call)),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/auth/confirm', (call) =>
      linking.confirmCode(call.ctx, call.caller, playerOf(call), call.body.twoFaCode),
    );
    mount('DELETE /ark/servers/{id}/players/{playerId}/auth', async (call) => {
      await linking.unlink(call.ctx, call.caller, playerOf(call));
      return {};
    });
  },
});

/** The player the call is about, and the header that names on whose behalf it is made. */
function playerOf({ params, request }: PlayerCall) {
  return { serverId: params.id, playerId: params.playerId, instigator: request.headers['x-instigator'] };
}

function createPlayersState(_: Config, modules: readonly Module[]) {
  return {
    /** What other modules do when players join. */
    onJoined: modules.flatMap(({ onPlayersJoined }) => onPlayersJoined ?? []),
    /** Heard by this process alone: of several portals, the one that makes a change announces it. */
    onlineChangeSubject: `players.changed.${randomUUID()}`,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    players: ReturnType<typeof createPlayersState>;
  }
}
