import type { Ctx } from '../../../context.ts';
import type { Mount } from '../../../mount.ts';
import * as queue from './queue.service.ts';
import { requestSong } from './song-requests.service.ts';

/** The pages show the queue of the community's guild. */
const guildOf = ({ config }: Ctx) => config.GUILD_ID ?? '';

export function queueRoutes(mount: Mount): void {
  mount('POST /skibapbot/music', ({ ctx, caller, body }) => requestSong(ctx, caller, body));
  mount('GET /skibapbot/music/queue', ({ ctx }) => queue.readQueue(ctx));
  mount('PUT /skibapbot/music/queue', ({ ctx, caller, body }) => queue.changeQueue(ctx, guildOf(ctx), body, caller));
  mount('POST /skibapbot/music/queue/skip', ({ ctx, caller, body }) =>
    queue.skip(ctx, guildOf(ctx), body.entryId, caller),
  );
  mount('DELETE /skibapbot/music/queue', ({ ctx, caller }) => queue.clearQueue(ctx, guildOf(ctx), caller));
  mount('DELETE /skibapbot/music/queue/{entryId}', ({ ctx, caller, params }) =>
    queue.removeEntry(ctx, guildOf(ctx), params.entryId, caller),
  );
  mount('POST /skibapbot/music/queue/restore', ({ ctx, caller, body }) =>
    queue.restoreEntries(ctx, guildOf(ctx), body.entryIds, caller),
  );
  mount('POST /skibapbot/music/queue/{entryId}/move', ({ ctx, caller, params, body }) =>
    queue.moveEntry(ctx, guildOf(ctx), params.entryId, body.to, caller),
  );
}
