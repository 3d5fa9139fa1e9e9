import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';
import { handleVisit } from './routes.ts';
import { openClips, type Clips } from './clips.ts';
import { demoSongs, type Song } from './songs.ts';
import { createSwitchBoard, type SwitchBoard, type Switches } from './switches.ts';

export type VideoSiteOptions = {
  /** Where clips are stored. */
  folder: string;
  /** Preferred port; another one is used if it is taken. */
  port?: number;
  songs?: readonly Song[];
  switches?: Partial<Switches>;
};

export type VideoSite = {
  url: string;
  port: number;
  /** What points the portal at it. */
  settings: Record<string, string>;
  songs: readonly Song[];
  clips: Clips;
  switches: SwitchBoard;
  /** The latest requests, as `GET /watch?v=…`. */
  requests: string[];
  stop: () => Promise<void>;
};

const maxRequests = 1000;

/** A video site on loopback that the real yt-dlp reads. */
export async function startVideoSite(options: VideoSiteOptions): Promise<VideoSite> {
  const { folder, songs = demoSongs } = options;
  const clips = openClips(folder);
  const switches = createSwitchBoard(options.switches);
  const requests: string[] = [];
  let note: string | undefined;
  const parts = { songs, switches, clips, note: () => note };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (requests.length > maxRequests) requests.shift();
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    handleVisit({ ...parts, request, response, url }).catch(() => response.destroy());
  });
  const { port, close } = await listenOnLoopback(server, options.port).catch(() => listenOnLoopback(server));
  const url = `http://127.0.0.1:${port}`;
  const noted: Clips = {
    ...clips,
    makeAll: (wanted) => clips.makeAll(wanted).catch((error: Error) => void (note = error.message)),
  };
  return {
    url,
    port,
    settings: {
      MUSIC_VIDEO_URL: `${url}/watch?v={videoId}`,
      MUSIC_EMBED_URL: `${url}/embed/{videoId}`,
      MUSIC_SEARCH: `${url}/search.rss?q={query}`,
      MUSIC_HOSTS: `127.0.0.1:${port}`,
      MUSIC_EXTRACTORS: 'generic',
      YTDLP_RELEASE_URL: `${url}/releases/latest`,
    },
    songs,
    clips: noted,
    switches,
    requests,
    stop: async () => {
      clips.stop();
      const closed = close();
      server.closeAllConnections();
      await closed;
    },
  };
}
