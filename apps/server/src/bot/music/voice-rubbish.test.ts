import { expect, it, vi } from 'vitest';
import { createMusicWorld } from './music.fixture.ts';

const world = await createMusicWorld();
const { discord } = world;

it('survives a voice server that sends garbage, and plays once it is back to normal', async () => {
  await discord.ask('switch', { switches: { voiceRubbish: true } });
  const bot = world.startBot({ readyWithinMs: 1500 });
  await world.add(120);
  await vi.waitFor(async () => expect((await world.identifies()).length).toBeGreaterThanOrEqual(2));
  expect([bot.exitCode, bot.signalCode]).toEqual([null, null]);
  await discord.ask('switch', { switches: { voiceRubbish: false } });
  await world.plays();
});
