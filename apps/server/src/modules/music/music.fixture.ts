import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVideoSite, type VideoSite } from '../../../../world/src/video/site.ts';
import { demoSongs } from '../../../../world/src/video/songs.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import type { WorkProgress } from './downloads/work.service.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

export const guild = '1001';

/** The songs of the demo, cut to what a test needs. */
const songs = demoSongs.map((song) => ({ ...song, seconds: song.delivery === 'file' ? 3 : 9 }));

/** Shared by all test files and runs: generating the clips takes longer than most tests. */
const clipsFolder = join(serverRoot, '../../.cache/test-clips');

export type Reply<T = unknown> = { status: number; code?: string; error?: string; data: T; details?: unknown };
export type MusicTest = Awaited<ReturnType<typeof startMusicTest>>;

/** The real app with the real yt-dlp and ffmpeg, on a video site of its own. */
export async function startMusicTest(settings: (site: VideoSite) => Record<string, string> = () => ({})) {
  const folder = mkdtempSync(join(tmpdir(), 'music-'));
  const site = await startVideoSite({ folder: clipsFolder, songs });
  onFileFinished(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  // Generated while yt-dlp waits, they may come too late on a busy machine.
  await site.clips.makeAll(songs);
  const dataDir = join(folder, 'data');
  const own = { DATA_DIR: dataDir, GUILD_ID: guild, FILES_KEEP_FREE_MB: '0' };
  const app = await createTestApp({ ...site.settings, ...own, ...settings(site) });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  const music = join(dataDir, 'music');
  return {
    ...musicCalls(app),
    app,
    site,
    url,
    dataDir,
    member: () => createTestUser(app, { guilds: [guild] }),
    /** What lies in the music folder. */
    files: () => (existsSync(music) ? readdirSync(music).filter((name) => name !== '.jobs') : []),
    /** Orphaned files of unfinished downloads. */
    partials: () => {
      const jobs = join(music, '.jobs');
      return existsSync(jobs)
        ? readdirSync(jobs, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
        : [];
    },
    path: (file: string) => join(music, file),
    follow: (user: TestUser, eventId: string) => follow(url, user, eventId),
  };
}

/** Calls of someone's, on the app of a test. */
export function musicCalls(app: Pick<TestApp, 'http'>) {
  const call = async <T = unknown>(user: TestUser, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const url = `/api/skibapbot/music${path}`;
    const reply = await app.http.inject({ method, url, headers: user.headers, ...(body ? { body } : {}) });
    return reply.json<Reply<T>>();
  };
  return {
    call,
    download: (user: TestUser, videoId: string, audioOnly = true) =>
      call<{ eventId: string }>(user, 'POST', '/download', { videoId, audioOnly }),
    cancel: (user: TestUser, eventId: string) => call(user, 'DELETE', `/downloads/${eventId}`),
    search: (user: TestUser, query: string) =>
      call<{ videoId: string; title: string }[]>(user, 'GET', `/query?query=${encodeURIComponent(query)}`),
  };
}

/** Reads the stream of one piece of work to its end, as a browser does. */
async function follow(base: string, user: TestUser, eventId: string): Promise<WorkProgress[]> {
  const response = await fetch(`${base}/api/events/${eventId}`, { headers: user.headers });
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as { event: string; data: WorkProgress })
    .filter(({ event }) => event !== 'close')
    .map(({ data }) => data);
}
