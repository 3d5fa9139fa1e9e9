import { describe, expect, it, vi } from 'vitest';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { createMusicWorld } from './music.fixture.ts';

const world = await createMusicWorld();
const { ctx, guildId, discord } = world;

it('does not join where it may not speak, and pauses where that changes', async () => {
  await world.reset();
  await discord.ask('switch', { switches: { denied: ['Speak'] } });
  world.startBot();
  await world.add(120);
  await world.shows({ problem: expect.stringContaining('It needs permission') });
  expect(await world.attempts()).toEqual([]);
  await discord.ask('switch', { switches: { denied: [] } });
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
