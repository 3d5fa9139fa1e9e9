import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVideoSite, type VideoSite } from './site.ts';
import { demoSongs } from './songs.ts';
import { steerVideo, videoStandIn } from './video.ts';

const run = promisify(execFile);
const slowMs = 60_000;
/** Those of the journeys: generating a clip takes ffmpeg seconds. */
const clips = path.resolve(import.meta.dirname, '../../../../.cache/demo-clips');

let folder: string;
let site: VideoSite;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'video-site-'));
  site = await startVideoSite({ folder: clips });
});
afterAll(async () => {
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => site.switches.reset());

const get = (address: string, init?: RequestInit) => fetch(`${site.url}${address}`, init);

const set = (switches: object, id?: string) =>
  steerVideo(site, { type: 'video', requestId: 1, action: 'switch', id, switches });

type Info = { title: string; duration: number; thumbnail: string; url: string; format_id: string; uploader: string };

async function ytDlp(...args: string[]): Promise<unknown> {
  const { stdout } = await run(
    'yt-dlp',
    ['--ignore-config', '--no-warnings', '--socket-timeout', '60', '--use-extractors', 'generic', '-J', ...args],
    {
      env: { PATH: process.env['PATH'] },
    },
  );
  return JSON.parse(stdout);
}

describe('what yt-dlp reads', () => {
  it(
    'knows title, length, artist, picture and file of a page, whatever the title is',
    { timeout: slowMs },
    async () => {
      for (const id of ['DodoSunrise', 'HtmlTitle_3']) {
        const song = demoSongs.find((known) => known.id === id);
        const info = (await ytDlp('--', `${site.url}/watch?v=${id}`)) as Info;
        expect(info).toMatchObject({ title: song?.title, duration: song?.seconds, uploader: song?.artist });
        expect(info.thumbnail).toBe(`${site.url}/thumbnails/${id}.jpg`);
      }
    },
  );

  it('is offered pieces of HLS, and picture and sound apart of DASH', { timeout: slowMs }, async () => {
    const dash = (await ytDlp('--', `${site.url}/watch?v=MetalMarch7`)) as Info;
    expect(dash).toMatchObject({ title: 'Metal Run March', format_id: '0+1' });
    const hls = (await ytDlp('--', `${site.url}/watch?v=CampfireSng`)) as Info & { protocol: string };
    expect(hls).toMatchObject({ title: 'Campfire on Herbivore Island', protocol: 'm3u8_native' });
  });

  it('finds songs by words, with length and picture', { timeout: slowMs }, async () => {
    const found = (await ytDlp('--flat-playlist', '--', `${site.url}/search.rss?q=raptor%20torches`)) as {
      entries: Info[];
    };
    expect(found.entries).toHaveLength(1);
    expect(found.entries[0]).toMatchObject({
      title: 'Raptor Run',
      duration: 20,
      url: `${site.url}/watch?v=RaptorRun_2`,
      thumbnail: `${site.url}/thumbnails/RaptorRun_2.jpg`,
    });
  });
});

it('serves real clips in whole and in part, and their pictures', { timeout: slowMs }, async () => {
  const whole = Buffer.from(await (await get('/media/DotDotSlash/clip.mp4')).arrayBuffer());
  expect(whole.subarray(4, 8).toString()).toBe('ftyp');
  const part = await get('/media/DotDotSlash/clip.mp4', { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  const beyond = await get('/media/DotDotSlash/clip.mp4', { headers: { range: 'bytes=99999999-' } });
  expect(beyond.status).toBe(416);
  const picture = Buffer.from(await (await get('/thumbnails/DotDotSlash.jpg')).arrayBuffer());
  expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  for (const elsewhere of [
    '/media/DotDotSlash/..%2f..%2fport',
    '/media/DotDotSlash/nothing.mp4',
    '/media/Nobody/clip.mp4',
  ])
    expect((await get(elsewhere)).status).toBe(404);
});

it('shows people a page with all songs and a player that can be framed', async () => {
  const home = await (await get('/')).text();
  for (const { id } of demoSongs) expect(home).toContain(`/watch?v=${id}`);
  expect(home).not.toContain('<img src=x');
  const embed = await get('/embed/HtmlTitle_3');
  expect(embed.headers.get('x-frame-options')).toBeNull();
  expect(await embed.text()).toContain('src="/media/HtmlTitle_3/clip.mp4"');
});

it('reports the newest yt-dlp as GitHub does, with an ETag', async () => {
  const first = await get('/releases/latest');
  expect(await first.json()).toMatchObject({ tag_name: '2023.03.04' });
  const again = await get('/releases/latest', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

describe('switches', () => {
  const media = '/media/DotDotSlash/clip.mp4';

  it('are thrown by messages, for one song or all, and refuse what is not there', async () => {
    expect(await set({ page: 'missing' }, 'DotDotSlash')).toMatchObject({ ok: true, data: { page: 'missing' } });
    expect((await get('/watch?v=DotDotSlash')).status).toBe(404);
    expect((await get('/watch?v=DodoSunrise')).status).toBe(200);
    await set({ page: 'broken' });
    expect((await get('/watch?v=DodoSunrise')).status).toBe(500);
    expect(await set({ rain: true })).toMatchObject({ ok: false, error: 'There is no switch "rain".' });
    expect(await steerVideo(site, { type: 'ark' })).toBeUndefined();
    await steerVideo(site, { type: 'video', action: 'reset' });
    expect((await get('/watch?v=DodoSunrise')).status).toBe(200);
  });

  it('send pages, media and pieces elsewhere', { timeout: slowMs }, async () => {
    const elsewhere = 'http://127.0.0.2:9/canary';
    await set({ pageRedirect: elsewhere, mediaRedirect: elsewhere }, 'DotDotSlash');
    for (const address of ['/watch?v=DotDotSlash', media]) {
      const reply = await get(address, { redirect: 'manual' });
      expect([reply.status, reply.headers.get('location')]).toEqual([302, elsewhere]);
    }
    await set({ segmentAddress: elsewhere }, 'CampfireSng');
    const playlist = await (await get('/media/CampfireSng/hls.m3u8')).text();
    expect(playlist.match(/^[^#\n].*$/gm)).toEqual(expect.arrayContaining(['piece-0.ts', elsewhere, 'piece-2.ts']));
  });

  it('slow media down, cut them, never end them, and lie about them', { timeout: slowMs }, async () => {
    await set({ bytesPerSecond: 20_000 }, 'DotDotSlash');
    const startedAt = performance.now();
    const slow = await get(media, { headers: { range: 'bytes=0-9999' } });
    expect((await slow.arrayBuffer()).byteLength).toBe(10_000);
    expect(performance.now() - startedAt).toBeGreaterThan(300);
    await set({ bytesPerSecond: null, media: 'cut' }, 'DotDotSlash');
    await expect((await get(media)).arrayBuffer()).rejects.toThrow('terminated');
    await set({ media: 'ok', isLive: true }, 'DotDotSlash');
    const live = await get(media);
    expect(live.headers.get('content-length')).toBeNull();
    await live.body?.cancel();
    await set({ isLive: false, claimedBytes: 5e12, claimedSeconds: 3 }, 'DotDotSlash');
    const huge = await get(media);
    expect(huge.headers.get('content-length')).toBe('5000000000000');
    await huge.body?.cancel();
    expect(await (await get('/watch?v=DotDotSlash')).text()).toContain('"duration":"PT3S"');
  });
});

it('comes back at the same address with the clips it had', { timeout: slowMs }, async () => {
  const paths = { folder: path.join(folder, 'world'), control: '' };
  const first = await videoStandIn.start({}, paths);
  await first.stop();
  const second = await videoStandIn.start({}, paths);
  expect(second.settings).toEqual(first.settings);
  await second.stop();
});

it('reports that ffmpeg is missing and continues', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = '/nowhere';
  const poor = await startVideoSite({ folder: path.join(folder, 'poor') });
  await poor.clips.makeAll(poor.songs);
  expect(await (await fetch(`${poor.url}/`)).text()).toContain('ffmpeg is not installed');
  expect((await fetch(`${poor.url}/media/DodoSunrise/clip.mp4`)).status).toBe(503);
  process.env['PATH'] = PATH;
  await poor.stop();
});
