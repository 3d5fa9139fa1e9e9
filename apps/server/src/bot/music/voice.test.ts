import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { musicQueues } from '../../db/tables/music.table.ts';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { musicTimes } from './music-times.ts';
import { createMusicWorld, times } from './music.fixture.ts';

const world = await createMusicWorld();
const { ctx, guildId, discord } = world;

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

it('tries at most once a second outside of tests', () => {
  expect(Math.min(musicTimes.attemptGapMs, ...musicTimes.backOffMs)).toBeGreaterThanOrEqual(1000);
});

it('gives up after five attempts without a response, and tries again when the queue changes', async () => {
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
});

it.each(['Connect', 'Speak'] as const)('does not try to join without the permission to %s', async (permission) => {
  await world.reset();
  await discord.ask('switch', { switches: { denied: [permission] } });
  world.startBot();
  await world.add(120);
  await world.shows({ problem: expect.stringContaining('It needs permission') });
  expect(await world.attempts()).toEqual([]);
  await discord.ask('switch', { switches: { denied: [] } });
  await world.plays();
});

it('survives a voice server that sends garbage, and plays once it is back to normal', async () => {
  await world.reset();
  await discord.ask('switch', { switches: { voiceRubbish: true } });
  const bot = world.startBot({ readyWithinMs: 1500 });
  await world.add(120);
  await vi.waitFor(async () => expect((await world.identifies()).length).toBeGreaterThanOrEqual(2));
  expect(bot.isAlive()).toBe(true);
  await discord.ask('switch', { switches: { voiceRubbish: false } });
  await world.plays();
});

it('pauses where it may no longer speak, and goes on once it may', async () => {
  await world.reset();
  world.startBot();
  await world.add(120);
  await world.plays();
  await discord.ask('switch', { switches: { denied: ['Speak'] } });
  await world.shows({
    state: 'paused',
    problem: expect.stringContaining("isn't allowed to speak in the voice channel"),
  });
  await world.isQuiet();
  expect(await world.isIn('Lounge')).toBe(true);
  await discord.ask('switch', { switches: { denied: [] } });
  await world.plays();
  await world.shows({ state: 'playing', problem: null });
});

it('pauses while a moderator has muted it', async () => {
  await world.reset();
  world.startBot();
  await world.add(120);
  await world.plays();
  const person = discord.settings.DISCORD_CLIENT_ID;
  await discord.ask('muteInVoice', { person, isMuted: true });
  await world.shows({ state: 'paused', problem: expect.stringContaining('The bot is muted on the Discord server') });
  await world.isQuiet();
  const at = (await world.read()).current?.positionMs ?? 0;
  await discord.ask('muteInVoice', { person, isMuted: false });
  await world.plays();
  await world.shows({ state: 'playing', problem: null });
  // It goes on where it was, not where it would be by now.
  expect((await world.read()).current?.positionMs).toBeLessThan(at + 8000);
});

describe('on a stage', () => {
  const stage = 'Town hall';
  const bot = discord.settings.DISCORD_CLIENT_ID;

  async function startOnStage(): Promise<void> {
    for (const person of world.people) await discord.ask('joinVoice', { person, channel: stage });
    world.startBot();
    await world.add(120, stage);
  }

  it('asks to speak once, plays when invited, and asks again when someone wants music', async () => {
    await world.reset();
    await startOnStage();
    await world.shows({
      state: 'paused',
      problem: expect.stringContaining('has asked to speak on the stage Town hall'),
    });
    expect(await world.voiceOf(stage)).toMatchObject({ asking: ['Ski Bap Bot'], figures: { dropped: 0 } });
    await discord.ask('letSpeak', { person: bot, isSpeaker: true });
    await world.plays(stage);
    await world.shows({ state: 'playing', problem: null });
    await discord.ask('letSpeak', { person: bot, isSpeaker: false });
    await world.shows({ state: 'paused', problem: expect.stringContaining('The bot is in the audience of the stage') });
    await world.isQuiet(stage);
    expect(await world.speechRequests()).toHaveLength(1);
    await queue.changeQueue(ctx, guildId, { volume: 90 });
    await world.shows({ problem: expect.stringContaining('has asked to speak') });
    expect(await world.speechRequests()).toHaveLength(2);
  });

  it('becomes a speaker by itself where it may', async () => {
    await world.reset();
    await discord.ask('switch', { switches: { granted: ['MuteMembers'] } });
    await startOnStage();
    await world.plays(stage);
    expect((await world.voiceOf(stage))?.asking).toEqual([]);
    expect(await world.speechRequests()).toHaveLength(1);
  });

  it('says why it is silent where it may not even ask, and asks once it may', async () => {
    await world.reset();
    await discord.ask('switch', { switches: { denied: ['RequestToSpeak'] } });
    await startOnStage();
    await world.shows({ state: 'paused', problem: expect.stringContaining('give it permission to request to speak') });
    expect(await world.speechRequests()).toEqual([]);
    await discord.ask('switch', { switches: { denied: [] } });
    await vi.waitFor(async () => expect((await world.voiceOf(stage))?.asking).toEqual(['Ski Bap Bot']));
  });

  it('asks again after Discord was out of order', async () => {
    await world.reset();
    await discord.ask('switch', { switches: { status: 403, faultsAt: 'voice-states' } });
    await startOnStage();
    await world.shows({ state: 'paused', problem: expect.stringContaining('The bot is in the audience of the stage') });
    await vi.waitFor(async () => expect(await world.speechRequests()).not.toEqual([]));
    await discord.ask('switch', { switches: { status: null, faultsAt: null } });
    await vi.waitFor(async () => expect((await world.voiceOf(stage))?.asking).toEqual(['Ski Bap Bot']));
  });
});

/** Never two within half of the shortest back-off: on a busy machine one may arrive late, and the next one in time. */
function expectBackOff(moments: readonly number[]): void {
  const gaps = moments.slice(1).map((moment, i) => moment - (moments[i] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThan(times.attemptGapMs / 2);
}
