import { roles } from '@tribehall/contract';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { blokkenRounds } from '../../db/tables/blokken.table.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { createBotWorld } from '../bot.fixture.ts';

const world = await createBotWorld();
const { app, discord } = world;
const { ctx } = app;
const owner = await createTestUser(app, { roles: [roles.Owner] });

beforeAll(async () => {
  world.start();
  await world.connected();
  await vi.waitUntil(async () => (await discord.ask('commands')).length > 0);
});

const running = async () => (await ctx.db.select().from(blokkenRounds)).find(({ endedAt }) => endedAt === null);
const messages = async () => (await discord.ask('messages', { channel: 'general' })).map(({ content }) => content);

/** Starts a round by the slash command. */
async function play(word?: string): Promise<{ id: string; word: string }> {
  await discord.ask('command', { person: 'mira', channel: 'general', name: 'blokken', options: {} });
  const round = await vi.waitFor(async () => (await running()) ?? Promise.reject(new Error('No round runs')));
  if (!word) return round;
  await ctx.db.update(blokkenRounds).set({ word, letters: word }).where(eq(blokkenRounds.id, round.id));
  return { ...round, word };
}

async function solveAtPortal(word: string): Promise<number> {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/blokkensolver/solve',
    headers: owner.headers,
    payload: { word },
  });
  return reply.statusCode;
}

it('a round solved in the portal ends: the channel shows who solved it, and the next one can start', async () => {
  const { word } = await play();
  expect(await solveAtPortal(word)).toBe(200);
  await vi.waitFor(async () => expect((await messages()).at(-1)).toBe(`${owner.username} got it: **${word}**!`));
  const next = await play();
  await discord.ask('say', { person: 'nico', channel: 'general', text: next.word });
  await vi.waitFor(async () => expect((await messages()).at(-1)).toBe(`Nico got it: **${next.word}**!`));
});

it('another word of the same letters solves a round, and the channel shows the intended one', async () => {
  await play('wortels');
  await discord.ask('say', { person: 'nico', channel: 'general', text: 'wrotels' });
  await discord.ask('say', { person: 'nico', channel: 'general', text: 'Worstel' });
  await vi.waitFor(async () =>
    expect((await messages()).at(-1)).toBe('Nico got it: **worstel**! The word was **wortels**.'),
  );
});

it('a round solved while the bot is offline is not ended again when it is back', async () => {
  const { word } = await play();
  await Promise.all(world.bots.map((bot) => bot.stop()));
  expect(await solveAtPortal(word)).toBe(200);
  app.passMs(3 * 60_000);
  world.start();
  await world.connected();
  const next = await play();
  await discord.ask('say', { person: 'nico', channel: 'general', text: next.word });
  await vi.waitFor(async () => expect((await messages()).at(-1)).toBe(`Nico got it: **${next.word}**!`));
  expect((await messages()).join('\n')).not.toContain("Time's up");
});
