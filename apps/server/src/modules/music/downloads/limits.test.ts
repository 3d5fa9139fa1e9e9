import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { runningPrograms } from '../../../testing/running-programs.ts';
import { mountSmallDrive } from '../../../testing/small-drive.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { guild, musicCalls, startMusicTest } from '../music.fixture.ts';
import { leavingSpace } from './drive-space.ts';
import { readProgress } from './work.service.ts';

const music = await startMusicTest(() => ({ MUSIC_MAX_MB: '1', MUSIC_MAX_MINUTES: '1' }));
const { site } = music;
beforeEach(() => site.switches.reset());

it('ends a stream without an end when it is too much', async () => {
  site.switches.set({ isLive: true }, 'DotDotSlash');
  const member = await music.member();
  const { data } = await music.download(member, 'DotDotSlash');
  const progress = await music.follow(member, data.eventId);
  expect(progress.at(-1)).toMatchObject({ isLoading: false, error: 'This video is larger than 1 MB.' });
  await vi.waitFor(() => expect([music.files(), music.partials()]).toEqual([[], []]));
});

it('takes a video of just the length that may be', async () => {
  const member = await music.member();
  site.switches.set({ claimedSeconds: 60 }, 'DotDotSlash');
  const { data } = await music.download(member, 'DotDotSlash');
  expect((await music.follow(member, data.eventId)).at(-1)).toMatchObject({ isLoading: false, percent: 100 });
  site.switches.set({ claimedSeconds: 61 }, 'DesktopFile');
  const { data: longer } = await music.download(member, 'DesktopFile');
  expect((await music.follow(member, longer.eventId)).at(-1)?.error).toBe('This video is longer than 1 minutes.');
});

it('leaves as much of the drive free as uploads do', async () => {
  const app = await createTestApp({
    ...site.settings,
    GUILD_ID: guild,
    DATA_DIR: join(music.dataDir, 'full'),
    FILES_KEEP_FREE_MB: '99999999',
  });
  const user = await createTestUser(app, { guilds: [guild] });
  const { data } = await musicCalls(app).download(user, 'DodoSunrise');
  await vi.waitFor(async () => expect((await readProgress(app.ctx, data.eventId)).error).toMatch(notEnoughSpace));
  const begin = vi.fn<() => Promise<void>>();
  const download = { folder: music.dataDir, signal: new AbortController().signal };
  await expect(leavingSpace(app.ctx, download, begin)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(begin).not.toHaveBeenCalled();
});

const drive = mountSmallDrive(12);

it.runIf(drive)('ends when others fill the drive meanwhile (needs to be root to mount one)', async () => {
  const app = await createTestApp({
    ...site.settings,
    GUILD_ID: guild,
    DATA_DIR: join(music.dataDir, 'filling'),
    MUSIC_DIR: join(drive ?? '', 'music'),
    FILES_KEEP_FREE_MB: '8',
  });
  site.switches.set({ bytesPerSecond: 3000 }, 'DodoSunrise');
  const user = await createTestUser(app, { guilds: [guild] });
  const { data } = await musicCalls(app).download(user, 'DodoSunrise');
  await vi.waitFor(async () => expect((await readProgress(app.ctx, data.eventId)).message).toBe('Downloading…'));
  writeFileSync(join(drive ?? '', 'filler'), Buffer.alloc(5_000_000));
  await vi.waitFor(async () => expect((await readProgress(app.ctx, data.eventId)).error).toMatch(notEnoughSpace));
  await vi.waitFor(() => expect(readdirSync(join(drive ?? '', 'music/.jobs'), { recursive: true })).toHaveLength(1));
});

const notEnoughSpace = /^There is not enough space left for this\. /;

it('ends the converter too when a download is cancelled', async () => {
  const tools = join(music.dataDir, 'tools');
  mkdirSync(tools, { recursive: true });
  symlinkSync('/usr/bin/ffprobe', join(tools, 'ffprobe'));
  const slow = `#!/bin/sh\ncase "$*" in *-i*) sleep 4321;; *) exec /usr/bin/ffmpeg "$@";; esac\n`;
  writeFileSync(join(tools, 'ffmpeg'), slow, { mode: 0o755 });
  const app = await createTestApp({
    ...site.settings,
    GUILD_ID: guild,
    DATA_DIR: join(music.dataDir, 'slow'),
    FFMPEG_PATH: join(tools, 'ffmpeg'),
  });
  const user = await createTestUser(app, { guilds: [guild] });
  const { download, cancel } = musicCalls(app);
  const { data } = await download(user, 'DodoSunrise');
  await vi.waitFor(() => expect(converters()).toHaveLength(1));
  expect((await readProgress(app.ctx, data.eventId)).message).toBe('Converting…');
  await cancel(user, data.eventId);
  await vi.waitFor(() => expect(converters()).toEqual([]));
  await vi.waitFor(() =>
    expect(readdirSync(join(music.dataDir, 'slow/music/.jobs'), { recursive: true })).toHaveLength(1),
  );
});

const converters = () => runningPrograms().filter((line) => line.startsWith('sleep 4321'));
