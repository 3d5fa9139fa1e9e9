import { defineModule } from '../../module.ts';
import * as actions from './actions.service.ts';
import * as bans from './bans.service.ts';
import { readCounts } from './counts.service.ts';
import * as linking from './linking.service.ts';
import { startPlayersJobs } from './players.jobs.ts';
import { createPlayersState } from './players.state.ts';
import { applyOnline, applyServerState, listOnline, refreshClosed, refreshOnline } from './players.service.ts';

type PlayerCall = { params: { id: string; playerId: string }; request: { headers: Record<string, unknown> } };

export const playersModule = defineModule({
  name: 'players',
  state: createPlayersState,
  topics: { 'players.online': { snapshot: listOnline } },
  agentEvents: { 'server.state': applyServerState, 'players.online': applyOnline },
  agentConnections: { onOpen: (ctx, serverId) => refreshOnline(ctx, serverId), onClose: refreshClosed },
  jobs: [startPlayersJobs],
  routes(mount) {
    mount('GET /ark/servers/{id}/players', ({ ctx, params }) => listOnline(ctx, params.id));
    mount('GET /ark/servers/{id}/playerCounts', ({ ctx, params, query }) => readCounts(ctx, params.id, query.hours));
    mount('GET /ark/servers/{id}/bans', ({ ctx, params, query }) => bans.listBans(ctx, params.id, query.search ?? ''));
    mount('GET /ark/servers/{id}/players/{playerId}', ({ ctx, caller, params }) =>
      bans.readPlayer(ctx, caller, params.id, params.playerId),
    );

    mount('POST /ark/servers/{id}/players/{playerId}/kill', (call) =>
      actions.act(call.ctx, call.caller, 'players.kill', playerOf(call)),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/ban', (call) =>
      actions.act(call.ctx, call.caller, 'players.ban', playerOf(call)),
    );
    mount('DELETE /ark/servers/{id}/players/{playerId}/ban', (call) =>
      actions.act(call.ctx, call.caller, 'players.unban', playerOf(call)),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/consoleCommand', (call) =>
      actions.runCommand(call.ctx, call.caller, playerOf(call), call.body.command),
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

/** Who the call is about, and the header that says on whose behalf it is made. */
function playerOf({ params, request }: PlayerCall) {
  return { serverId: params.id, playerId: params.playerId, instigator: request.headers['x-instigator'] };
}
