import { defineModule } from '../../module.ts';
import * as people from './people.service.ts';
import { listPresent, readPlaytime } from './presence.service.ts';
import { readTimeline } from './timeline.service.ts';

/** People over all servers, and their history. */
export const peopleModule = defineModule({
  name: 'people',
  routes(mount) {
    mount('GET /ark/players', ({ ctx }) => people.listEveryoneOnline(ctx));
    mount('GET /ark/players/{playerId}', ({ ctx, caller, params }) => people.readPerson(ctx, caller, params.playerId));
    mount('GET /ark/players/{playerId}/timeline', ({ ctx, caller, params, query }) =>
      readTimeline(ctx, caller, params.playerId, query),
    );
    mount('GET /ark/players/{playerId}/playtime', ({ ctx, caller, params, query }) =>
      readPlaytime(ctx, caller, params.playerId, query),
    );
    mount('GET /ark/presence', ({ ctx, caller, query }) => listPresent(ctx, caller, query));
    mount('GET /ark/servers/{id}/history', ({ ctx, caller, params }) => people.readVisibility(ctx, caller, params.id));
    mount('PUT /ark/servers/{id}/history', ({ ctx, caller, params, body }) =>
      people.setVisibility(ctx, caller, params.id, body.visibleTo),
    );
  },
});
