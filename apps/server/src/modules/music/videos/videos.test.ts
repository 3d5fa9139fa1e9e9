import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShareFullError } from '../../../platform/fair-semaphore.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { guild, musicCalls, startMusicTest } from '../music.fixture.ts';
import { describeVideo } from './videos.service.ts';

const music = await startMusicTest();
const { app, site } = music;
const member = await music.member();
beforeEach(() => site.switches.reset());

type Video = {
  videoId: string;
  title: string;
  duration: number | null;
  channel: string | null;
  thumbnail: string | null;
};

const asked = () => site.requests.filter((line) => line.includes('q=raptor')).length;
const status = async (address: string) => (await fetch(address)).status;

describe('a search', () => {
  it('finds songs with length and picture, whatever their titles are', async () => {
    const { data } = await music.call<Video[]>(member, 'GET', '/query?query=songs');
    expect(data).toHaveLength(site.songs.length);
    for (const song of site.songs) expect(data.find(({ videoId }) => videoId === song.id)?.title).toBe(song.title);
    const [first] = data;
    expect(first).toMatchObject({
      videoId: 'DodoSunrise',
      duration: 3,
      thumbnail: expect.stringContaining('/api/') as string,
    });
    const picture = await fetch(`${music.url}${first?.thumbnail}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(picture.headers.get('cache-control')).toContain('private');
  });

  it('is remembered for a while, also by those who write it differently', async () => {
    await music.search(member, 'raptor run');
    await music.search(await music.member(), '  Raptor\tRUN ');
    expect(asked()).toBe(1);
    app.passMs(16 * 60 * 1000);
    await music.search(member, 'raptor run');
    expect(asked()).toBe(2);
  });

  it('finds nothing without a fuss', async () => {
    expect(await music.search(member, 'no such thing')).toMatchObject({ status: 200, data: [] });
    expect(await music.search(member, ' ')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('that somebody else began and is refused is made for whoever waits for the same', async () => {
    const [first, second] = [member, await music.member()];
    const { lookups, searches } = app.ctx.state.music;
    const share = new EventEmitter();
    const run = vi.spyOn(lookups, 'run').mockImplementationOnce(async () => {
      await once(share, 'full');
      throw new ShareFullError();
    });
    const get = vi.spyOn(searches, 'get');
    const refused = music.search(first, 'lullaby');
    await vi.waitUntil(() => run.mock.calls.length === 1);
    const joined = music.search(second, 'Lullaby');
    await vi.waitUntil(() => get.mock.calls.length === 2);
    share.emit('full');
    expect(await refused).toMatchObject({
      status: 429,
      error: 'You have too many searches running. Please try again in a moment.',
      details: { retryAfterS: 2 },
    });
    expect((await joined).data[0]?.title).toBe('Lullaby for a Giganotosaurus');
    expect(run.mock.calls.map(([userId]) => userId)).toEqual([first.id, second.id]);
  });

  it('says so where the site fails, and asks again', async () => {
    site.switches.set({ search: 'broken' });
    const failed = await music.search(member, 'dodo');
    expect(failed).toMatchObject({ status: 502, code: 'VIDEO_FAILED' });
    expect(failed.error).toBe('The video site is not responding properly. Please try again later.');
    site.switches.reset();
    expect((await music.search(member, 'dodo')).data[0]?.title).toBe('Dodo Sunrise');
  });
});

describe('a video', () => {
  it('is described with its channel and its player', async () => {
    const { data } = await music.call<Video & { embedUrl: string }>(member, 'GET', '/videos/GigaLullaby');
    expect(data).toMatchObject({ title: 'Lullaby for a Giganotosaurus', embedUrl: `${site.url}/embed/GigaLullaby` });
    const described = await describeVideo(app.ctx, '-TidewatchX', 'member');
    expect(described.thumbnail).toBe(`${site.url}/thumbnails/-TidewatchX.jpg`);
  });

  it('that is not there says so', async () => {
    const missing = await music.call(member, 'GET', '/videos/Nothing_here');
    expect(missing).toMatchObject({ status: 502, code: 'VIDEO_FAILED' });
    expect(missing.error).toBe('This video is not available.');
  });
});

describe('the signed URL of a picture', () => {
  it('shows nothing that is no picture', async () => {
    site.switches.set({ pictureAddress: `${site.url}/watch?v=DodoSunrise` }, 'MetalMarch7');
    const { data } = await music.call<Video[]>(member, 'GET', '/query?query=metal%20run%20march');
    expect((await fetch(`${music.url}${data[0]?.thumbnail}`)).status).toBe(404);
  });

  it('cannot be made by others, nor used for ever', async () => {
    const { data } = await music.call<Video[]>(member, 'GET', '/query?query=tek%20saddle');
    const link = `${music.url}${data[0]?.thumbnail}`;
    expect(await status(link)).toBe(200);
    expect(await status(link.replace('TekSaddle_9?', 'DodoSunrise?'))).toBe(403);
    expect(await status(link.replace('.jpg', '.png'))).toBe(403);
    const forged = link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
    expect(await status(forged)).toBe(403);
    app.passMs(15 * 24 * 60 * 60 * 1000);
    expect(await status(link)).toBe(403);
  });
});

const item = (id: string, duration: string) => ({
  id,
  snippet: {
    title: `Rubik&#39;s &amp;amp; ${id}`,
    channelTitle: 'A &amp; B',
    thumbnails: { medium: { url: `${site.url}/x.jpg` } },
  },
  contentDetails: { duration },
});

describe("YouTube's own API", () => {
  let isExhausted = false;
  const calls: { url: string; key: string | undefined }[] = [];
  const api = createServer((request, response) => {
    calls.push({ url: request.url ?? '', key: request.headers['x-goog-api-key']?.toString() });
    const isSearch = request.url?.startsWith('/v3/search');
    response.setHeader('content-type', 'application/json');
    if (isExhausted) response.writeHead(403).end(JSON.stringify({ error: { errors: [{ reason: 'quotaExceeded' }] } }));
    else if (isSearch)
      response.end(JSON.stringify({ items: [{ id: { videoId: 'second_one' } }, { id: { videoId: 'first_one_' } }] }));
    else response.end(JSON.stringify({ items: [item('first_one_', 'PT3M5S'), item('second_one', 'PT1H0M1S')] }));
  });
  afterAll(() => void api.close());

  it('searches where there is a key; yt-dlp takes over where it refuses', async () => {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v3/`;
    const keyed = await createTestApp({
      ...site.settings,
      GUILD_ID: guild,
      YOUTUBE_API_KEY: 'hush-hush',
      YOUTUBE_API_BASE: base,
    });
    const user = await createTestUser(keyed, { guilds: [guild] });
    const { search } = musicCalls(keyed);
    const { data } = await search(user, 'cube & more');
    expect(data).toMatchObject([
      { videoId: 'second_one', title: `Rubik's &amp; second_one`, duration: 3601, channel: 'A & B' },
      { videoId: 'first_one_', duration: 185 },
    ]);
    expect(calls[0]?.url).toContain('q=cube+%26+more');
    expect(calls.every(({ url, key }) => key === 'hush-hush' && !url.includes('hush'))).toBe(true);
    isExhausted = true;
    expect((await search(user, 'dodo')).data[0]?.title).toBe('Dodo Sunrise');
    expect(keyed.logged.join('\n')).toContain('quotaExceeded');
    expect(keyed.logged.join('\n')).not.toContain('hush-hush');
  });
});
