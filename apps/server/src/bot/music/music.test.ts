import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { startVideoSite } from '../../../../world/src/video/site.ts';
import { storePosition } from '../../modules/music/queue/queue-player.service.ts';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { createMusicWorld } from './music.fixture.ts';

// With the clips of the journeys: songs that last until the next one is downloaded.
const site = await startVideoSite({ folder: join(serverRoot, '../../.cache/demo-clips') });
afterAll(() => site.stop());
const world = await createMusicWorld(site.settings);
const { ctx, guildId, discord } = world;
const heardMs = async () => ((await discord.ask('voice')).channels['Lounge']?.figures.frames ?? 0) * 20;

it('plays the queue in order, and leaves when it is empty', async () => {
  await world.reset();
  world.startBot();
  await world.shows({ state: 'idle', problem: null, current: null });
  const first = await world.add(3);
  const second = await world.add(120);
  await world.plays();
  await world.shows({ state: 'playing', problem: null, channel: { name: 'Lounge' }, current: { id: first } });
  await world.shows({ state: 'playing', current: { id: second }, entries: [] });
  await world.plays();
  await queue.changeQueue(ctx, guildId, { isPaused: true });
  await world.shows({ state: 'paused' });
  await world.isQuiet();
  const { current } = await world.read();
  await queue.changeQueue(ctx, guildId, { isPaused: false, volume: 20 });
  await world.plays();
  await world.shows({ state: 'playing', volume: 20 });
  const at = (await world.read()).current?.positionMs ?? 0;
  expect(at).toBeGreaterThan((current?.positionMs ?? 0) - 500);
  expect(at).toBeLessThan((current?.positionMs ?? 0) + 8000);
  const third = await world.add(120);
  await queue.skip(ctx, guildId, second);
  await world.shows({ state: 'playing', current: { id: third } });
  await world.plays();
  await queue.skip(ctx, guildId, third);
  await world.isQuiet();
  await vi.waitFor(async () => expect(await world.isIn('Lounge')).toBe(false));
  await world.shows({ state: 'idle', channel: null });
  expect(await world.identifies()).toHaveLength(1);
});

it('resumes at its position after the portal was killed, and stays paused', async () => {
  await world.reset();
  const id = await world.add(120);
  await storePosition(ctx, guildId, { entryId: id, positionMs: 110_000 });
  const bot = world.startBot();
  const position = async () => (await world.read()).current?.positionMs ?? 0;
  await vi.waitFor(async () => expect(await position()).toBeGreaterThan(111_500));
  await bot.kill();
  const killedAt = await position();
  await world.isQuiet();
  const again = world.startBot();
  await world.plays();
  await vi.waitFor(async () => expect(await position()).toBeGreaterThan(killedAt));
  expect(await position()).toBeLessThan(killedAt + 3000);
  await queue.changeQueue(ctx, guildId, { isPaused: true });
  await world.shows({ state: 'paused' });
  await world.isQuiet();
  await again.stop();
  const { positionMs, at } = (await world.read()).current ?? {};
  world.startBot();
  await vi.waitFor(async () => expect((await world.read()).current?.at).not.toEqual(at));
  expect(await world.read()).toMatchObject({ state: 'paused', current: { id, positionMs } });
  expect(await world.rate()).toBe(0);
  await queue.changeQueue(ctx, guildId, { isPaused: false });
  await world.plays();
  // Only the last seconds remained.
  await world.shows({ state: 'idle', current: null });
});

it('pauses while nobody listens, leaves after a while and returns with the first listener', async () => {
  await world.reset();
  world.startBot();
  await world.add(120);
  await world.plays();
  for (const person of world.people) await discord.ask('leaveVoice', { person });
  await world.shows({ state: 'paused', problem: expect.stringContaining('Nobody is in the voice channel Lounge') });
  await world.isQuiet();
  expect(await world.isIn('Lounge')).toBe(true);
  await vi.waitFor(async () => expect(await world.isIn('Lounge')).toBe(false));
  await world.shows({ state: 'idle', channel: null });
  await discord.ask('joinVoice', { person: 'mira', channel: 'Lounge' });
  await world.plays();
  await world.shows({ state: 'playing', problem: null });
});

it('skips a song that cannot be played, and reports why', async () => {
  await world.reset();
  world.startBot();
  const broken = await world.add('rubbish');
  const good = await world.add(120);
  await world.shows({ current: { id: good }, entries: [{ id: broken, state: 'failed' }] });
  await world.plays();
  const [entry] = (await world.read()).entries;
  expect(entry?.error).toBe("This song can't be played: its file has no sound.");
});

it('repeats one song, then the whole queue', async () => {
  await world.reset();
  await queue.changeQueue(ctx, guildId, { loop: 'one' });
  const heardBeforeMs = await heardMs();
  world.startBot();
  const first = await world.add(2);
  const second = await world.add(2);
  await vi.waitFor(async () => expect(await heardMs()).toBeGreaterThan(heardBeforeMs + 5000));
  await world.shows({ current: { id: first }, entries: [{ id: second }] });
  await queue.changeQueue(ctx, guildId, { loop: 'all' });
  await world.shows({ current: { id: second }, entries: [{ id: first }] });
  await world.shows({ current: { id: first }, entries: [{ id: second }] });
  await world.shows({ current: { id: second }, entries: [{ id: first }] });
  await queue.changeQueue(ctx, guildId, { loop: 'off' });
  await world.shows({ current: null, entries: [] });
});

// yt-dlp runs three times and takes seconds to start.
it(
  'downloads the current and the next song with the real yt-dlp, and skips one that is not available',
  { timeout: 150_000 },
  async () => {
    await world.reset();
    site.switches.set({ media: 'missing' }, 'RaptorRun_2');
    const missing = await world.request('RaptorRun_2');
    const first = await world.request('DodoSunrise');
    const second = await world.request('TekSaddle_9');
    world.startBot();
    await vi.waitFor(async () => {
      const { state, current, entries } = await world.read();
      expect({ state, current, entries }).toMatchObject({
        state: 'playing',
        current: { id: first, title: 'Dodo Sunrise', state: 'ready' },
        entries: [{ id: missing, state: 'failed' }, { id: second }],
      });
    });
    await world.plays();
    await vi.waitFor(async () => expect((await world.read()).entries[1]?.state).toBe('ready'));
    expect((await world.read()).entries[0]?.error).toBe('This video is not available.');
  },
);
