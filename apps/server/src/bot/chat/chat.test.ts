import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operator } from '../../modules/audit/audit.service.ts';
import { clusterChat, serverChat } from '../../modules/chat/chat.service.ts';
import { changeSwitches, setGuild } from '../../modules/chat/settings.service.ts';
import { create } from '../../modules/clusters/changes.service.ts';
import { setGuildChannel } from '../../modules/discord/guilds.service.ts';
import { openMachineSession } from '../../modules/users/machine.service.ts';
import { connectTestAgent, type TestAgent } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createBotWorld } from '../bot.fixture.ts';

const world = await createBotWorld();
const { app, discord, guildId } = world;
const { ctx } = app;
const channels = { relay: '100000000000000102', log: '100000000000000103' };
const olive = { discordId: '100000000000000003', name: 'Olive' };

type Game = TestAgent & { id: string; name: string };
let counter = 0;

async function addGame(options: { clusterId?: string; kinds?: ('log' | 'relay')[] } = {}): Promise<Game> {
  counter += 1;
  const { id, name, token } = await addTestServer(app, {
    name: `Island ${counter}`,
    ...(options.clusterId ? { clusterId: options.clusterId } : {}),
  });
  const agent = await connectTestAgent(app, { token, commands: { 'chat.say': () => ({}) } });
  for (const kind of options.kinds ?? ['relay'])
    await setGuild(ctx, operator, { serverId: id, guildId, kind, isOn: true }, undefined);
  return { ...agent, id, name };
}

const message = (text: string, name = 'Bob', more: { survivor?: string; tribe?: string } = {}) => ({
  type: 'chat.line' as const,
  data: { kind: 'player' as const, name, text, ...more },
});
const sentToGame = (game: TestAgent) =>
  game.received.filter(({ command }) => command === 'chat.say').map((o) => o.params);
const messages = (channel: string) => discord.ask('messages', { channel });
const texts = async (channel: string) => (await messages(channel)).map(({ content }) => content);
const speak = (text: string, channel = 'ark-chat') => discord.ask('say', { person: 'mira', channel, text });
const leave = (game: Game) =>
  changeSwitches(ctx, operator, game.id, { hasBotTraffic: false }, undefined).then(() => game.close());

beforeAll(async () => {
  await setGuildChannel(ctx, olive, guildId, { use: 'relay', channelId: channels.relay });
  await setGuildChannel(ctx, olive, guildId, { use: 'log', channelId: channels.log });
  world.start();
  await world.connected();
});
beforeEach(() => discord.ask('resetCounters'));

describe('from the game to Discord', () => {
  it('batches messages into one, without mentions, markup, invitations or embeds', async () => {
    const game = await addGame({ kinds: ['relay'] });
    await game.sendEvents(
      message('hello **all** @everyone <@100000000000000001> <#100000000000000101>'),
      message('join discord.gg/abc or see https://example.test/a_b_c', '**Eve** `x` @here'),
      message('third'),
    );
    await vi.waitFor(async () => expect((await texts('ark-chat')).join('\n')).toContain('third'));
    const [posted, ...others] = (await messages('ark-chat')).filter(({ content }) => content.includes(game.name));
    expect(others).toEqual([]);
    expect(posted).toMatchObject({ mention_everyone: false, mentions: [], mention_roles: [], flags: 4 });
    expect(posted?.content.split('\n')).toEqual([
      `\\[${game.name}\\] **Bob**: hello \\*\\*all\\*\\* @\u200beveryone \\<@\u200b100000000000000001\\> \\<\\#100000000000000101\\>`,
      `\\[${game.name}\\] **\\*\\*Eve\\*\\* \\\`x\\\` @\u200bhere**: join discord\u200b.gg/abc or see https://example.test/a_b_c`,
      `\\[${game.name}\\] **Bob**: third`,
    ]);
    expect(await texts('ark-log')).not.toContain('third');
    await leave(game);
  });

  it('shows survivor, player and tribe', async () => {
    const game = await addGame({ kinds: ['relay'] });
    await game.sendEvents(
      message('three of us', 'mira_plays', { survivor: 'Jorun', tribe: 'Reds' }),
      message('three of us', 'Jorun', { survivor: 'Jorun' }),
      message('three of us', 'nobody'),
    );
    await vi.waitFor(async () =>
      expect(
        (await texts('ark-chat')).flatMap((text) => text.split('\n')).filter((text) => text.includes('three of us')),
      ).toEqual([
        `\\[${game.name}\\] **Jorun** \\(mira\\_plays\\) \\[Reds\\]: three of us`,
        `\\[${game.name}\\] **Jorun**: three of us`,
        `\\[${game.name}\\] **nobody**: three of us`,
      ]),
    );
    await leave(game);
  });

  it('posts to the log channel if asked to, and the same message to both channels', async () => {
    const game = await addGame({ kinds: ['log', 'relay'] });
    await game.sendEvents(message('to both'));
    for (const channel of ['ark-chat', 'ark-log'])
      await vi.waitFor(async () => expect(await texts(channel)).toContain(`\\[${game.name}\\] **Bob**: to both`));
    await leave(game);
  });

  it('a flood: few posts, none too long, the oldest messages dropped and counted', async () => {
    const game = await addGame({ kinds: ['log'] });
    await discord.ask('switch', { switches: { rateLimited: { retryAfterS: 3, times: 1 }, faultsAt: '/messages' } });
    for (let batch = 0; batch < 4; batch += 1)
      await game.sendEvents(
        ...Array.from({ length: 100 }, (_, i) => message(`flood ${batch * 100 + i} ${'x'.repeat(40)}`)),
      );
    await vi.waitFor(async () => expect((await texts('ark-log')).join('\n')).toContain('flood 399'));
    const written = (await messages('ark-log')).filter(({ content }) => content.includes('flood'));
    expect(written.length).toBeLessThan(25);
    expect(written.some(({ content }) => /^\(\d+ messages skipped\)/.test(content))).toBe(true);
    const numbers = written.flatMap(({ content }) => [...content.matchAll(/flood (\d+)/g)].map(([, n]) => Number(n)));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    await discord.ask('switch', { switches: { rateLimited: null, faultsAt: null } });
    await leave(game);
  });

  it('retries after an error at Discord and posts the message once', async () => {
    const game = await addGame({ kinds: ['log'] });
    await discord.ask('switch', { switches: { status: 503, faultsAt: '/messages' } });
    await game.sendEvents(message('after all'));
    const posts = async () => (await discord.ask('calls')).filter(({ method }) => method === 'POST').length;
    await vi.waitFor(async () => expect(await posts()).toBeGreaterThanOrEqual(2));
    await discord.ask('switch', { switches: { status: null, faultsAt: null } });
    await vi.waitFor(async () => expect((await texts('ark-log')).join('\n')).toContain('after all'));
    expect((await texts('ark-log')).filter((text) => text.includes('after all'))).toHaveLength(1);
    await leave(game);
  });
});

describe('from Discord to the game', () => {
  it('sends what people write in the relay channel under their names, and not back to Discord', async () => {
    const game = await addGame();
    await speak('not here', 'general');
    await speak('hi <@100000000000000003>, see <#100000000000000101> <:dodo:123456>\nsecond line');
    await vi.waitFor(() => expect(sentToGame(game)).toHaveLength(1));
    expect(sentToGame(game)).toEqual([
      { text: 'hi @Olive, see #general :dodo: second line', name: 'Mira', prefix: 'Discord' },
    ]);
    await game.sendEvents(message('answer'));
    await vi.waitFor(async () => expect((await texts('ark-chat')).join('\n')).toContain('answer'));
    expect((await texts('ark-chat')).filter((text) => text.includes('second line'))).toHaveLength(1);
    expect((await serverChat(ctx, game.id)).map(({ kind, name }) => [kind, name])).toContainEqual(['discord', 'Mira']);
    await leave(game);
  });

  it('sends it once per cluster, to every server of it, even if only one of them joined', async () => {
    const { id: clusterId } = await create(ctx, operator, 'Relay cluster');
    const joined = await addGame({ clusterId });
    const other = await addGame({ clusterId, kinds: [] });
    const both = await addGame({ clusterId });
    const alone = await addGame();
    const stranger = await addGame({ kinds: [] });
    await speak('once please');
    for (const game of [joined, other, both, alone])
      await vi.waitFor(() => expect(sentToGame(game).map(({ text }) => text)).toEqual(['once please']));
    expect(await clusterChat(ctx, clusterId)).toMatchObject([{ kind: 'discord', text: 'once please', server: null }]);
    await joined.close();
    await speak('still there');
    for (const game of [other, both, alone])
      await vi.waitFor(() => expect(sentToGame(game).map(({ text }) => text)).toEqual(['once please', 'still there']));
    expect(sentToGame(stranger)).toEqual([]);
    await Promise.all([leave(joined), leave(other), leave(both), leave(alone), leave(stranger)]);
  });

  it('cuts long messages and never relays what the bot itself posted', async () => {
    const game = await addGame();
    await speak('y'.repeat(1900));
    await vi.waitFor(() => expect(sentToGame(game)).toHaveLength(1));
    expect(sentToGame(game)[0]?.['text']).toBe(`${'y'.repeat(511)}…`);
    await game.sendEvents(message('from the game'));
    await vi.waitFor(async () => expect((await texts('ark-chat')).join('\n')).toContain('from the game'));
    await speak('last');
    await vi.waitFor(() => expect(sentToGame(game).at(-1)?.['text']).toBe('last'));
    expect(sentToGame(game)).toHaveLength(2);
    await leave(game);
  });

  it('opens a new session if its own has ended', async () => {
    const game = await addGame();
    await openMachineSession(ctx);
    await speak('all the same');
    await vi.waitFor(() => expect(sentToGame(game).map(({ text }) => text)).toEqual(['all the same']));
    await leave(game);
  });

  it('sends nothing to a server whose bot traffic is off', async () => {
    const [on, off] = [await addGame(), await addGame()];
    await changeSwitches(ctx, operator, off.id, { hasBotTraffic: false }, undefined);
    await speak('only on one');
    await vi.waitFor(() => expect(sentToGame(on)).toHaveLength(1));
    expect(sentToGame(off)).toEqual([]);
    await Promise.all([leave(on), leave(off)]);
  });
});

describe('a channel closed to the bot', () => {
  it('is tried once and then not again for a while', async () => {
    const game = await addGame({ kinds: ['log'] });
    await discord.ask('switch', { switches: { denied: ['SendMessages'] } });
    const posts = async () =>
      (await discord.ask('calls')).filter(({ path, method }) => method === 'POST' && path.includes(channels.log))
        .length;
    await game.sendEvents(message('unheard'));
    await vi.waitFor(async () => expect(await posts()).toBe(1));
    await discord.ask('switch', { switches: { denied: [] } });
    const heard = await addGame({ kinds: ['relay'] });
    await game.sendEvents(message('unheard too'));
    // Longer than messages are batched: what goes elsewhere has arrived.
    for (const text of ['elsewhere', 'elsewhere again']) {
      await heard.sendEvents(message(text));
      await vi.waitFor(async () => expect((await texts('ark-chat')).at(-1)).toContain(text));
    }
    expect(await posts()).toBe(1);
    expect((await texts('ark-log')).join('\n')).not.toContain('unheard');
    await Promise.all([leave(game), leave(heard)]);
  });
});
