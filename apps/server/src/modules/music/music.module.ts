import type { Ctx } from '../../context.ts';
import { defineModule } from '../../module.ts';
import type { Mount } from '../../mount.ts';
import { sendFile } from '../../http/file-reply.ts';
import { repeat } from '../../platform/repeat.ts';
import { mayStillDownload, openDownload } from './downloads/downloaded-file.service.ts';
import * as downloads from './downloads/downloads.service.ts';
import { downloadMetrics } from './downloads/download-metrics.ts';
import { startMusicJobs } from './music.jobs.ts';
import { createMusicState } from './music.state.ts';
import { watchForSilence } from './queue/queue-change.service.ts';
import * as queue from './queue/queue.service.ts';
import { requestSong } from './queue/song-requests.service.ts';
import { readThumbnail } from './videos/thumbnails.service.ts';
import { startUpdate } from './yt-dlp/update.service.ts';
import { searchVideos, showVideo } from './videos/videos.service.ts';
import { isWorkOf, readProgress } from './downloads/work.service.ts';

/** Publishes the queue when the bot falls silent: it cannot report that itself. */
const silence = { everyMs: 5000, failure: 'The state of the music bot could not be checked', isDelayed: true };

export const musicModule = defineModule({
  name: 'music',
  state: createMusicState,
  topics: {
    'music.queue': { snapshot: queue.readQueue },
    'music.downloads': { key: (caller) => caller.userId, snapshot: downloads.listDownloads },
    'music.work': {
      snapshot: readProgress,
      isFor: (ctx, caller, key) => isWorkOf(ctx, caller?.userId ?? '', key),
      isOver: (progress) => !progress.isLoading,
    },
  },
  routes(mount) {
    videoRoutes(mount);
    queueRoutes(mount);
  },
  metrics: ({ state }) => downloadMetrics(state.music.downloads),
  jobs: [startMusicJobs, (ctx) => repeat(ctx.log, silence, watchForSilence(ctx))],
  hasOwnLog: true,
});

function videoRoutes(mount: Mount): void {
  mount('GET /skibapbot/music/query', ({ ctx, caller, query }) => searchVideos(ctx, query, caller.userId));
  mount('GET /skibapbot/music/videos/{videoId}', ({ ctx, caller, params }) =>
    showVideo(ctx, params.videoId, caller.userId),
  );
  mount('GET /skibapbot/music/thumbnails/{videoId}', async ({ ctx, params, query, reply }) => {
    const { type, body } = await readThumbnail(ctx, params.videoId, query);
    void reply.type(type).header('cache-control', 'private, max-age=86400').send(body);
  });
  mount('POST /skibapbot/music/download', ({ ctx, caller, body }) => downloads.startDownload(ctx, caller, body));
  mount('GET /skibapbot/music/downloads', ({ ctx, caller }) => downloads.listDownloads(ctx, caller.userId));
  mount('DELETE /skibapbot/music/downloads/{eventId}', async ({ ctx, caller, params }) => {
    await downloads.cancelDownload(ctx, caller.userId, params.eventId);
    return {};
  });
  mount('GET /skibapbot/music/downloads/{eventId}/file', ({ ctx, params, query, peer, request, reply }) =>
    sendFile({ request, reply, isAllowed: () => mayStillDownload(ctx, peer, params.eventId) }, () =>
      openDownload(ctx, peer, params.eventId, query),
    ),
  );
  mount('POST /skibapbot/music/update', ({ ctx, caller }) => startUpdate(ctx, caller));
}

/** The pages show the queue of the community's guild. */
const guildOf = ({ config }: Ctx) => config.GUILD_ID ?? '';

function queueRoutes(mount: Mount): void {
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
    queue.moveEntry(ctx, guildOf(ctx), params.entryId, body.before, caller),
  );
}
