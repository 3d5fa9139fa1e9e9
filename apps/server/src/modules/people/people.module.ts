import { attachment } from '../../http/attachment.ts';
import { userContentPolicy } from '../../http/file-reply.ts';
import { sendPieces } from '../../http/streamed-reply.ts';
import { defineModule } from '../../module.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { readLeaderboard } from './leaderboards.service.ts';
import * as people from './people.service.ts';
import { erasePerson, exportPerson } from './personal-data.service.ts';
import { listPresent, readPlaytime } from './presence.service.ts';
import { readActions, readChat, readMail } from './records.service.ts';
import { readServerEvents } from './server-events.service.ts';
import { readTimeline } from './timeline.service.ts';
import { readTribeLog } from './tribe-log.service.ts';

/** People over all servers, and their history. */
export const peopleModule = defineModule({
  name: 'people',
  topics: { 'people.online': { snapshot: emptySnapshot } },
  routes(mount) {
    mount('GET /ark/players', ({ ctx }) => people.listEveryoneOnline(ctx));
    mount('GET /ark/players/{playerId}', ({ ctx, caller, params }) => people.readPerson(ctx, caller, params.playerId));
    mount('GET /ark/players/{playerId}/timeline', ({ ctx, caller, params, query }) =>
      readTimeline(ctx, caller, params.playerId, query),
    );
    mount('GET /ark/players/{playerId}/playtime', ({ ctx, caller, params, query }) =>
      readPlaytime(ctx, caller, params.playerId, query),
    );
    mount('GET /ark/players/{playerId}/export', async ({ ctx, caller, params, request, reply }) => {
      const pieces = await exportPerson(ctx, caller, params.playerId);
      reply.type('application/json; charset=utf-8').headers({
        'content-disposition': attachment(`player-${params.playerId}.json`),
        'content-security-policy': userContentPolicy,
      });
      await sendPieces(request, reply, { pieces, release: () => {} });
    });
    mount('DELETE /ark/players/{playerId}', ({ ctx, caller, params }) => erasePerson(ctx, caller, params.playerId));
    mount('GET /ark/players/{playerId}/chat', ({ ctx, caller, params, query }) =>
      readChat(ctx, caller, params.playerId, query),
    );
    mount('GET /ark/players/{playerId}/mail', ({ ctx, caller, params, query }) =>
      readMail(ctx, caller, params.playerId, query.before),
    );
    mount('GET /ark/players/{playerId}/actions', ({ ctx, caller, params, query }) =>
      readActions(ctx, caller, params.playerId, query.before),
    );
    mount('GET /ark/presence', ({ ctx, caller, query }) => listPresent(ctx, caller, query));
    mount('GET /ark/servers/{id}/tribes/{tribeId}/log', ({ ctx, caller, params, query }) =>
      readTribeLog(ctx, caller, params, query),
    );
    mount('GET /ark/servers/{id}/events', ({ ctx, caller, params }) => readServerEvents(ctx, caller, params.id));
    mount('GET /ark/leaderboards', ({ ctx, caller, query }) => readLeaderboard(ctx, caller, query));
    mount('GET /ark/servers/{id}/history', ({ ctx, caller, params }) => people.readHistory(ctx, caller, params.id));
    mount('PUT /ark/servers/{id}/history', ({ ctx, caller, params, body }) =>
      people.changeHistory(ctx, caller, params.id, body),
    );
  },
});
