import { defineModule } from '../../module.ts';
import type { Mount } from '../../mount.ts';
import { sendFile } from '../../http/file-reply.ts';
import { openDownload } from './downloads/downloaded-file.service.ts';
import * as downloads from './downloads/downloads.service.ts';
import { startMusicJobs } from './music.jobs.ts';
import { createMusicState } from './music.state.ts';
import { startQueueJobs } from './queue/queue.jobs.ts';
import { queueRoutes } from './queue/queue.routes.ts';
import { readQueue } from './queue/queue.service.ts';
import { readThumbnail } from './videos/thumbnails.service.ts';
import { startUpdate } from './yt-dlp/update.service.ts';
import { searchVideos, showVideo } from './videos/videos.service.ts';
import { isWorkOf, readProgress } from './downloads/work.service.ts';

export const musicModule = defineModule({
  name: 'music',
  state: createMusicState,
  topics: {
    'music.queue': { snapshot: readQueue },
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
  jobs: [startMusicJobs, startQueueJobs],
  hasOwnLog: true,
});

function videoRoutes(mount: Mount): void {
  mount('GET /skibapbot/music/query', ({ ctx, query }) => searchVideos(ctx, query));
  mount('GET /skibapbot/music/videos/{videoId}', ({ ctx, params }) => showVideo(ctx, params.videoId));
  mount('GET /skibapbot/music/thumbnails/{videoId}', async ({ ctx, params, query, reply }) => {
    const { type, body } = await readThumbnail(ctx, params.videoId, query);
    void reply.type(type).header('cache-control', 'private, max-age=86400').send(body);
  });
  mount('POST /skibapbot/music/download', ({ ctx, caller, body }) => downloads.startDownload(ctx, caller.userId, body));
  mount('GET /skibapbot/music/downloads', ({ ctx, caller }) => downloads.listDownloads(ctx, caller.userId));
  mount('DELETE /skibapbot/music/downloads/{eventId}', async ({ ctx, caller, params }) => {
    await downloads.cancelDownload(ctx, caller.userId, params.eventId);
    return {};
  });
  mount('GET /skibapbot/music/downloads/{eventId}/file', ({ ctx, params, query, request, reply }) =>
    sendFile({ request, reply }, () => openDownload(ctx, params.eventId, query)),
  );
  mount('POST /skibapbot/music/update', ({ ctx, caller }) => startUpdate(ctx, caller));
}
