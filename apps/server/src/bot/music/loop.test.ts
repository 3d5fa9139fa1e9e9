import { expect, it, vi } from 'vitest';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { createMusicWorld } from './music.fixture.ts';

const world = await createMusicWorld();
const { ctx, guildId, discord } = world;
const heardMs = async () => ((await discord.ask('voice')).channels['Lounge']?.figures.frames ?? 0) * 20;

it('repeats one song, then the whole queue', async () => {
  await queue.changeQueue(ctx, guildId, { loop: 'one' });
  world.startBot();
  const first = await world.add(2);
  const second = await world.add(2);
  await vi.waitFor(async () => expect(await heardMs()).toBeGreaterThan(5000));
  await world.shows({ current: { id: first }, entries: [{ id: second }] });
  await queue.changeQueue(ctx, guildId, { loop: 'all' });
  await world.shows({ current: { id: second }, entries: [{ id: first }] });
  await world.shows({ current: { id: first }, entries: [{ id: second }] });
  await world.shows({ current: { id: second }, entries: [{ id: first }] });
  await queue.changeQueue(ctx, guildId, { loop: 'off' });
  await world.shows({ current: null, entries: [] });
});
