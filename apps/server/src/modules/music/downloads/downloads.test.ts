import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runningPrograms } from '../../../testing/running-programs.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { fetchSong } from './downloads.service.ts';
import { startMusicTest } from '../music.fixture.ts';
import type { WorkProgress } from './work.service.ts';

const music = await startMusicTest();
const { app, site } = music;
const ffprobe = '/usr/bin/ffprobe';
let member: TestUser;

beforeAll(async () => {
  member = await music.member();
});
beforeEach(() => site.switches.reset());

/** Asks for a song and waits for its end. */
async function fetchOne(videoId: string, audioOnly: boolean, user = member): Promise<WorkProgress[]> {
  const { data, status } = await music.download(user, videoId, audioOnly);
  expect(status).toBe(200);
  return music.follow(user, data.eventId);
}

type Listed = { eventId: string; videoId: string; title: string | null; state: string };

/** What the stream says of someone's downloads. */
async function listen(user: TestUser) {
  const messages: { event: string; data: unknown }[] = [];
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const { headers } = user;
  const stream = await fetch(`${music.url}/api/events?topics=music.downloads`, { headers, signal: leave.signal });
  const read = async () => {
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) messages.push(JSON.parse(line.slice(6)) as (typeof messages)[number]);
    }
  };
  read().catch(() => {});
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0));
  return { messages };
}

const getFile = (progress: WorkProgress | undefined, headers: Record<string, string> = {}) =>
  fetch(`${music.url}${progress?.directDownloadHref}`, { headers });

/** What ffprobe says of the streams of a file. */
function probe(bytes: ArrayBuffer): string[] {
  const file = join(music.dataDir, 'probed');
  writeFileSync(file, Buffer.from(bytes));
  const args = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', file];
  return execFileSync(ffprobe, args, { encoding: 'utf8' }).trim().split('\n').toSorted();
}

describe('a download', () => {
  it.each([
    ['DodoSunrise', true, ['mp3'], 'audio/mpeg', 'Dodo Sunrise.mp3'],
    ['DodoSunrise', false, ['aac', 'h264'], 'video/mp4', 'Dodo Sunrise.mp4'],
    ['CampfireSng', true, ['mp3'], 'audio/mpeg', 'Campfire on Herbivore Island.mp3'],
    ['MetalMarch7', false, ['aac', 'h264'], 'video/mp4', 'Metal Run March.mp4'],
  ])('of %s (audio only: %s) ends with its file', async (videoId, audioOnly, codecs, type, name) => {
    const progress = await fetchOne(videoId, audioOnly);
    const percents = progress.map(({ percent }) => percent ?? 0);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(progress.every(({ percent }) => percent === null || (percent >= 0 && percent <= 100))).toBe(true);
    expect(progress.at(-1)).toMatchObject({ isLoading: false, percent: 100, message: 'Done' });
    expect(progress.at(-1)).not.toHaveProperty('error');
    const file = await getFile(progress.at(-1));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(type);
    expect(file.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(probe(await file.arrayBuffer())).toEqual(codecs);
    await vi.waitFor(() => expect(music.partials()).toEqual([]));
  });

  it('publishes its progress, throttled', async () => {
    site.switches.set({ bytesPerSecond: 60_000 });
    const progress = await fetchOne('RaptorRun_2', false);
    const between = progress.filter(({ percent }) => percent !== null && percent > 5 && percent < 95);
    expect(between.length).toBeGreaterThan(1);
    expect(progress.map(({ message }) => message)).toEqual(expect.arrayContaining(['Downloading…', 'Done']));
    expect(progress.length).toBeLessThan(60);
  });

  it('of something that is here already ends at once', async () => {
    await fetchOne('DodoSunrise', true);
    const asked = site.requests.length;
    const again = await fetchOne('DodoSunrise', true, await music.member());
    expect(again).toHaveLength(1);
    expect(again[0]).toMatchObject({ isLoading: false, percent: 100 });
    expect(site.requests.length).toBe(asked);
    expect((await getFile(again[0])).status).toBe(200);
  });

  it('that several ask for runs once, and ends for all of them', async () => {
    site.switches.set({ bytesPerSecond: 200_000 });
    const users = [member, await music.member()];
    const before = site.requests.length;
    const asked = await Promise.all(users.map((user) => music.download(user, 'GigaLullaby')));
    const twice = await music.download(member, 'GigaLullaby');
    expect(twice.data.eventId).toBe(asked[0]?.data.eventId);
    const fromBot = fetchSong(app.ctx, 'GigaLullaby');
    const ends = await Promise.all(users.map((user, at) => music.follow(user, asked[at]?.data.eventId ?? '')));
    for (const progress of ends) expect(progress.at(-1)).toMatchObject({ isLoading: false, percent: 100 });
    expect(await fromBot).toMatchObject({ videoId: 'GigaLullaby', title: 'Lullaby for a Giganotosaurus' });
    const pages = site.requests.slice(before).filter((line) => line.includes('/watch?v=GigaLullaby'));
    expect(pages).toHaveLength(1);
    expect(music.files().filter((name) => name.startsWith('GigaLullaby'))).toHaveLength(1);
  });

  it('can be followed again after a lost connection, by its owner alone', async () => {
    site.switches.set({ bytesPerSecond: 150_000 });
    const { data } = await music.download(member, 'ObeliskHum1');
    const lost = new AbortController();
    const stream = await fetch(`${music.url}/api/events/${data.eventId}`, {
      headers: member.headers,
      signal: lost.signal,
    });
    expect(stream.status).toBe(200);
    lost.abort();
    const stranger = await music.member();
    const theirs = await fetch(`${music.url}/api/events/${data.eventId}`, { headers: stranger.headers });
    expect(theirs.status).toBe(404);
    expect((await music.follow(member, data.eventId)).at(-1)).toMatchObject({ isLoading: false, percent: 100 });
    expect((await music.follow(member, data.eventId)).at(-1)?.directDownloadHref).toBeDefined();
  });

  it('is published to its owner only: its start, its title and its end', async () => {
    site.switches.set({ bytesPerSecond: 150_000 });
    const user = await music.member();
    await music.search(user, 'Raptor');
    const own = await listen(user);
    const others = await listen(await music.member());
    expect(own.messages[0]).toMatchObject({ event: 'snapshot', data: [] });
    const { data } = await music.download(user, 'RaptorRun_2');
    const of = () => own.messages.filter(({ event }) => event === 'changed').map((message) => message.data as Listed);
    await vi.waitFor(() => expect(of().at(-1)?.state).toBe('done'));
    expect(new Set(of().map(({ eventId }) => eventId))).toEqual(new Set([data.eventId]));
    expect(of()[0]).toMatchObject({ videoId: 'RaptorRun_2', kind: 'audio', state: 'waiting' });
    expect(new Set(of().map(({ title }) => title))).toEqual(new Set([of().at(-1)?.title]));
    expect(of()[0]?.title).toMatch(/Raptor/);
    const again = await listen(user);
    expect(again.messages[0]).toMatchObject({ event: 'snapshot', data: [{ eventId: data.eventId, state: 'done' }] });
    expect(others.messages.filter(({ event }) => event === 'changed')).toEqual([]);
    const outsider = await createTestUser(app);
    const refused = await fetch(`${music.url}/api/events?topics=music.downloads`, { headers: outsider.headers });
    expect(refused.status).toBe(403);
  });

  it('is listed for its owner, newest first, with its title', async () => {
    const user = await music.member();
    await fetchOne('AmpersandQ4', true, user);
    await fetchOne('EmojiRex_01', true, user);
    const list = await music.call<{ title: string; state: string }[]>(user, 'GET', '/downloads');
    expect(list.data.map(({ title, state }) => [title, state])).toEqual([
      ['🦖 Rex 🔥 Rëmix ünd Größe 恐竜', 'done'],
      [`Tom & "Jerry's" <Narcoberry> Jam`, 'done'],
    ]);
    expect((await music.call<object[]>(await music.member(), 'GET', '/downloads')).data).toEqual([]);
  });
});

describe('titles that mean harm', () => {
  it.each([
    ['DotDotSlash', '../../etc/passwd', 'etc_passwd.mp3'],
    ['DesktopFile', 'x.desktop', 'x.desktop.mp3'],
    ['HtmlTitle_3', '<img src=x onerror=alert(1)>', 'img src=x onerror=alert(1)_.mp3'],
    ['LongTitle_4', 'Long '.repeat(60).trim(), `${'Long '.repeat(29)}L.mp3`],
  ])('%s stays in its folder under a name of ours', async (videoId, title, name) => {
    const progress = await fetchOne(videoId, true);
    expect(music.files()).toContainEqual(expect.stringMatching(new RegExp(`^${videoId}-audio-[0-9a-f]{16}\\.mp3$`)));
    const { data } = await music.call<{ title: string }>(member, 'GET', `/videos/${videoId}`);
    expect(data.title).toBe(title);
    const disposition = (await getFile(progress.at(-1))).headers.get('content-disposition') ?? '';
    expect(disposition).toContain(`filename="${name}"`);
    expect(disposition).not.toMatch(/[/\\]|\.\./);
  });
});

describe('the signed URL of a file', () => {
  it('serves one part, refuses parts that are not there', async () => {
    const end = (await fetchOne('DotDotSlash', true)).at(-1);
    const whole = Buffer.from(await (await getFile(end)).arrayBuffer());
    const length = whole.length;
    const ranges: [string, number, string | null, Buffer][] = [
      ['bytes=0-0', 206, `bytes 0-0/${length}`, whole.subarray(0, 1)],
      ['bytes=-5', 206, `bytes ${length - 5}-${length - 1}/${length}`, whole.subarray(-5)],
      ['bytes=100-', 206, `bytes 100-${length - 1}/${length}`, whole.subarray(100)],
      [`bytes=${length}-`, 416, `bytes */${length}`, Buffer.alloc(0)],
      ['bytes=5-2', 416, `bytes */${length}`, Buffer.alloc(0)],
      [`bytes=${'0-1,'.repeat(1000)}0-1`, 416, `bytes */${length}`, Buffer.alloc(0)],
      ['pages=1', 200, null, whole],
    ];
    for (const [range, status, contentRange, bytes] of ranges) {
      const part = await getFile(end, { range });
      expect([part.status, part.headers.get('content-range')]).toEqual([status, contentRange]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const changed = await getFile(end, { range: 'bytes=0-0', 'if-range': '"another"' });
    expect(changed.status).toBe(200);
  });

  it('is valid only for this file and user, and not for long', async () => {
    const user = await music.member();
    const first = (await fetchOne('DotDotSlash', true, user)).at(-1);
    const second = (await fetchOne('DesktopFile', true, user)).at(-1);
    const [path = '', query = ''] = first?.directDownloadHref?.split('?') ?? [];
    const other = second?.directDownloadHref?.split('?')[0] ?? '';
    const later = query.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`);
    const status = async (address: string) => (await fetch(`${music.url}${address}`)).status;
    expect(await status(`${path}?${query}`)).toBe(200);
    expect(await status(`${other}?${query}`)).toBe(403);
    expect(await status(`${path}?${later}`)).toBe(403);
    const forged = query.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
    expect(await status(`${path}?${forged}`)).toBe(403);
    expect(await status(path)).toBe(400);
    const posted = await fetch(`${music.url}${path}?${query}`, { method: 'POST' });
    expect(posted.status).toBe(405);
    app.passMs(5 * 60 * 1000);
    expect(await status(`${path}?${query}`)).toBe(403);
  });
});

describe('limits and failures', () => {
  it('refuses a fourth download at a time in words, and begins two at a time', async () => {
    const user = await music.member();
    site.switches.set({ page: 'hangs' });
    const ids: string[] = [];
    for (const videoId of ['one_video_1', 'two_video_2', 'three_vide3'])
      ids.push((await music.download(user, videoId)).data.eventId);
    const fourth = await music.download(user, 'four_video4');
    expect(fourth).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(fourth.error).toContain('3 downloads running');
    await vi.waitFor(async () => {
      const { data } = await music.call<{ state: string }[]>(user, 'GET', '/downloads');
      expect(data.map(({ state }) => state).toSorted()).toEqual(['running', 'running', 'waiting']);
    }, 10_000);
    for (const id of ids) expect((await music.cancel(user, id)).status).toBe(200);
    await vi.waitFor(() => expect(music.partials()).toEqual([]));
  });

  it.each([
    [{ page: 'missing' }, 'This video is not available.'],
    [{ page: 'broken' }, 'The video site is not responding properly. Please try again later.'],
    [{ claimedSeconds: 7300 }, 'This video is longer than 120 minutes.'],
    [{ claimedBytes: 5e12 }, 'This video is larger than 2000 MB.'],
    [{ media: 'missing' }, 'This video is not available.'],
  ] as const)('says in one line why it failed: %o', async (switches, words) => {
    site.switches.set(switches, '-TidewatchX');
    const progress = await fetchOne('-TidewatchX', true);
    expect(progress.at(-1)).toMatchObject({ isLoading: false, error: expect.stringContaining(words) as string });
    expect(progress.at(-1)?.error).not.toMatch(/\n|report this issue|run:[0-9a-f]|HTTP Error|\[generic\]/);
    await vi.waitFor(() => expect(music.partials()).toEqual([]));
    expect(music.files().filter((name) => name.startsWith('-Tide'))).toEqual([]);
  });

  it('needs the right, and an id that is one', async () => {
    const outsider = await createTestUser(app);
    expect((await music.download(outsider, 'DodoSunrise')).code).toBe('DISCORD_UNLINKED');
    for (const videoId of ['--exec=touch /tmp/x', '-o/etc/x', 'file:///etc/passwd', 'http://127.0.0.1/', 'a b', ''])
      expect(await music.download(member, videoId)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});

describe('a cancelled download', () => {
  it('stops its programs and removes its files, unless someone else waits for it', async () => {
    site.switches.set({ bytesPerSecond: 5000 });
    const other = await music.member();
    const [mine, theirs] = await Promise.all([member, other].map((user) => music.download(user, '-TidewatchX')));
    await vi.waitFor(() => expect(music.partials().some((name) => name.includes('song'))).toBe(true));
    const stranger = await music.member();
    expect((await music.cancel(stranger, mine?.data.eventId ?? '')).status).toBe(404);
    expect((await music.cancel(member, mine?.data.eventId ?? '')).status).toBe(200);
    expect((await music.follow(member, mine?.data.eventId ?? '')).at(-1)).toMatchObject({
      isLoading: false,
      error: 'The download was cancelled.',
    });
    expect(childrenOf(music.dataDir).length).toBeGreaterThan(0);
    expect((await music.cancel(other, theirs?.data.eventId ?? '')).status).toBe(200);
    await vi.waitFor(() => expect([music.partials(), childrenOf(music.dataDir)]).toEqual([[], []]));
    // It was stopped; it did not just come to its end.
    expect(music.files().filter((name) => name.startsWith('-TidewatchX'))).toEqual([]);
    expect((await music.cancel(other, theirs?.data.eventId ?? '')).status).toBe(404);
  });

  it('of the bot ends when the bot does not want it any more', async () => {
    site.switches.set({ bytesPerSecond: 5000 });
    const ending = new AbortController();
    const ended = fetchSong(app.ctx, '-TidewatchX', ending.signal).catch((error: Error) => error.message);
    await vi.waitFor(() => expect(music.partials().some((name) => name.includes('song'))).toBe(true));
    ending.abort();
    expect(await ended).toBe('The download was cancelled.');
    await vi.waitFor(() => expect([music.partials(), childrenOf(music.dataDir)]).toEqual([[], []]));
    // It was stopped; it did not just come to its end.
    expect(music.files().filter((name) => name.startsWith('-TidewatchX'))).toEqual([]);
    expect(await fetchSong(app.ctx, 'DodoSunrise')).toMatchObject({ videoId: 'DodoSunrise' });
  });
});

/** Programs that run for downloads of this test, ffmpeg among them. */
function childrenOf(folder: string): string[] {
  return runningPrograms().filter((line) => line.includes(folder));
}

it('reconciles songs with their files', () => {
  for (const name of music.files()) expect(readFileSync(music.path(name)).length).toBeGreaterThan(0);
});
