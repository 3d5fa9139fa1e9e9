import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { importBans } from './ban-import.service.ts';
import { alignServers, followClusters, followHellos, startEnforcing } from './enforcement.job.ts';
import { banAgain, compareBans } from './enforcement.service.ts';
import { followMutes } from './mutes.service.ts';
import * as sanctions from './sanctions.service.ts';
import { createSanctionsState } from './sanctions.state.ts';
import * as serverBans from './server-bans.service.ts';
import * as templates from './templates.service.ts';

const ends = { everyMs: 1_000, failure: 'Sanctions that are over could not be ended' };

type PlayerCall = { params: { id: string; playerId: string }; request: { headers: Record<string, unknown> } };

/** Kicks, warnings, mutes and bans, and what becomes of them on each server. */
export const sanctionsModule = defineModule({
  name: 'sanctions',
  state: createSanctionsState,
  topics: { sanctions: { snapshot: () => Promise.resolve({}) } },
  agentConnections: { onOpen: alignServers },
  onPlayersJoined: banAgain,
  onPlayerListRead: { bans: compareBans },
  jobs: [
    (ctx) => repeat(ctx.log, ends, () => sanctions.endDue(ctx)),
    followMutes,
    followClusters,
    followHellos,
    startEnforcing,
  ],
  routes(mount) {
    mount('GET /ark/sanctions', ({ ctx, caller, query }) => sanctions.list(ctx, caller, query));
    mount('GET /ark/sanctions/issuers', ({ ctx, caller }) => sanctions.listIssuers(ctx, caller));
    mount('POST /ark/sanctions', ({ ctx, caller, body }) => sanctions.impose(ctx, caller, body));
    mount('GET /ark/sanctions/mine', ({ ctx, caller }) => sanctions.listOwn(ctx, caller.userId));
    mount('POST /ark/sanctions/import', ({ ctx, caller, body }) => importBans(ctx, caller, body));
    mount('GET /ark/sanctions/{sanctionId}', ({ ctx, caller, params }) =>
      sanctions.read(ctx, caller, params.sanctionId),
    );
    mount('PUT /ark/sanctions/{sanctionId}', ({ ctx, caller, params, body }) =>
      sanctions.edit(ctx, caller, params.sanctionId, body),
    );
    mount('POST /ark/sanctions/{sanctionId}/lift', ({ ctx, caller, params, body }) =>
      sanctions.lift(ctx, caller, params.sanctionId, body.reason),
    );
    mount('POST /ark/sanctions/{sanctionId}/undo', ({ ctx, caller, params }) =>
      sanctions.undo(ctx, caller, params.sanctionId),
    );
    mount('POST /ark/sanctions/{sanctionId}/retry', ({ ctx, caller, params }) =>
      sanctions.retry(ctx, caller, params.sanctionId),
    );
    mount('POST /ark/sanctions/{sanctionId}/acknowledge', ({ ctx, caller, params }) =>
      sanctions.acknowledge(ctx, caller, params.sanctionId),
    );
    mount('GET /ark/sanctionTemplates', ({ ctx }) => templates.readTemplates(ctx));
    mount('PUT /ark/sanctionTemplates', ({ ctx, caller, body }) => templates.putTemplates(ctx, caller, body.templates));

    mount('GET /ark/servers/{id}/bans', ({ ctx, params, query }) =>
      serverBans.listBans(ctx, params.id, query.search ?? ''),
    );
    mount('GET /ark/servers/{id}/players/{playerId}', ({ ctx, caller, params }) =>
      serverBans.readPlayer(ctx, caller, params.id, params.playerId),
    );
    mount('POST /ark/servers/{id}/players/{playerId}/ban', (call) =>
      serverBans.ban(call.ctx, call.caller, playerOf(call)),
    );
    mount('DELETE /ark/servers/{id}/players/{playerId}/ban', (call) =>
      serverBans.unban(call.ctx, call.caller, playerOf(call)),
    );
  },
});

/** The player the call is about, and the header that names on whose behalf it is made. */
function playerOf({ params, request }: PlayerCall) {
  return { serverId: params.id, playerId: params.playerId, instigator: request.headers['x-instigator'] };
}
