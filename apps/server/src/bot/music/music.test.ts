import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { musicQueues } from '../../db/tables/music.table.ts';
import { storePosition } from '../../modules/music/queue/queue-player.service.ts';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { createMusicWorld } from './music.fixture.ts';

const world = await createMusicWorld();
const { ctx, guildId, discord } = world;

it('plays the queue in order, and leaves when it is empty', async () => {
  await world.reset();
  world.startBot();
  await world.shows({ state: 'idle', problem: null, current: null });
  const first = await world.add(3);
  const second = await world.add(60);
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
  const third = await world.add(60);
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
  const id = await world.add(60);
  await storePosition(ctx, guildId, { entryId: id, positionMs: 50_000 });
  const bot = world.startBot();
  const position = async () => (await world.read()).current?.positionMs ?? 0;
  await vi.waitFor(async () => expect(await position()).toBeGreaterThan(51_500));
  bot.kill('SIGKILL');
  await once(bot, 'exit');
  const killedAt = await position();
  await world.isQuiet();
  const again = world.startBot();
  await world.plays();
  await vi.waitFor(async () => expect(await position()).toBeGreaterThan(killedAt));
  expect(await position()).toBeLessThan(killedAt + 3000);
  await queue.changeQueue(ctx, guildId, { isPaused: true });
  await world.shows({ state: 'paused' });
  await world.isQuiet();
  again.kill('SIGTERM');
  await once(again, 'exit');
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

it('follows when it is moved, and when disconnected stays away until someone resumes the music', async () => {
  await world.reset();
  world.startBot();
  await world.add(120);
  await world.plays();
  const bot = discord.settings.DISCORD_CLIENT_ID;
  await discord.ask('joinVoice', { person: 'olive', channel: 'Afk' });
  await discord.ask('joinVoice', { person: bot, channel: 'Afk' });
  await world.plays('Afk');
  await world.shows({ state: 'playing', channel: { name: 'Afk' } });
  await discord.ask('leaveVoice', { person: bot });
  await world.shows({ state: 'paused', channel: null });
  expect(await world.isIn('Afk')).toBe(false);
  await queue.changeQueue(ctx, guildId, { isPaused: false });
  await world.plays('Afk');
});

it('tries again where it was moved to, although the queue hears of it late', async () => {
  await world.reset();
  world.startBot();
  await world.add(120);
  await world.plays();
  await discord.ask('switch', { switches: { voiceCloseCode: 4017 } });
  const known = (await world.identifies()).length;
  await ctx.db.transaction(async (db) => {
    await db.select().from(musicQueues).where(eq(musicQueues.guildId, guildId)).for('update');
    await discord.ask('joinVoice', { person: 'olive', channel: 'Afk' });
    await discord.ask('joinVoice', { person: discord.settings.DISCORD_CLIENT_ID, channel: 'Afk' });
    // It cannot store yet where it is.
    await vi.waitFor(async () => expect((await world.identifies()).length).toBeGreaterThan(known + 1));
    expect([await world.isIn('Lounge'), await world.isIn('Afk')]).toEqual([false, true]);
  });
  await discord.ask('switch', { switches: { voiceCloseCode: null } });
  await world.plays('Afk');
  await world.shows({ state: 'playing', channel: { name: 'Afk' } });
});

it('skips a song that cannot be played, and reports why', async () => {
  await world.reset();
  world.startBot();
  const broken = await world.add('rubbish');
  const good = await world.add(60);
  await world.shows({ current: { id: good }, entries: [{ id: broken, state: 'failed' }] });
  await world.plays();
  const [entry] = (await world.read()).entries;
  expect(entry?.error).toBe("This song can't be played: its file has no sound.");
});

it.each([4017, 4022])('backs off when voice closes with %i, reports it and recovers', async (code) => {
  await world.reset();
  await discord.ask('switch', { switches: { voiceCloseCode: code } });
  world.startBot();
  await world.add(120);
  await world.shows({ problem: expect.stringContaining("The bot can't join the voice channel Lounge") });
  await vi.waitFor(async () => expect((await world.identifies()).length).toBeGreaterThanOrEqual(3));
  expectBackOff(await world.identifies());
  await discord.ask('switch', { switches: { voiceCloseCode: null } });
  await world.plays();
  await world.shows({ state: 'playing', problem: null });
  expectBackOff(await world.identifies());
});

it(
  'gives up after five attempts without a response, and tries again when the queue changes',
  { timeout: 90_000 },
  async () => {
    await world.reset();
    await discord.ask('switch', { switches: { noVoiceServer: true } });
    world.startBot({ readyWithinMs: 500, retryAfterMs: 60_000 });
    await world.add(120);
    const problem = expect.stringContaining("The bot can't join the voice channel Lounge") as string;
    await world.shows({ state: 'idle', problem });
    const requests = await world.attempts();
    // The last one leaves the channel.
    expect(requests).toHaveLength(6);
    expectBackOff(requests.slice(0, 5));
    expect(await world.isIn('Lounge')).toBe(false);
    await discord.ask('switch', { switches: { noVoiceServer: false } });
    await queue.changeQueue(ctx, guildId, { volume: 90 });
    await world.plays();
  },
);

it('does not try to join without permission', async () => {
  await world.reset();
  await discord.ask('switch', { switches: { denied: ['Connect'] } });
  world.startBot();
  await world.add(120);
  await world.shows({ problem: expect.stringContaining('It needs permission') });
  expect(await world.attempts()).toEqual([]);
  await discord.ask('switch', { switches: { denied: [] } });
  await world.plays();
});

/** Never two within a second, with some tolerance for a busy machine. */
function expectBackOff(moments: readonly number[]): void {
  const gaps = moments.slice(1).map((moment, i) => moment - (moments[i] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThan(900);
}
