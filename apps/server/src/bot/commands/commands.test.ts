import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../../db/tables/audit.table.ts';
import { blokkenRounds } from '../../db/tables/blokken.table.ts';
import { musicQueues, songs } from '../../db/tables/music.table.ts';
import { readGuildChannels } from '../../modules/discord/guilds.service.ts';
import { addSong, readGuildQueue } from '../../modules/music/queue/queue.service.ts';
import { createBotWorld } from '../bot.fixture.ts';

const world = await createBotWorld();
const { app, discord, guildId } = world;
const { ctx } = app;
const ephemeral = 64;
const videoId = 'abcdefghijk';
const link = `https://youtu.be/${videoId}`;

beforeAll(async () => {
  const at = ctx.clock();
  const title = 'A **bold** @everyone <@100000000000000001> song';
  const song = { id: videoId, videoId, kind: 'audio' as const, file: `${videoId}.mp3`, bytes: 1 };
  await ctx.db.insert(songs).values({ ...song, title, duration: 3725, createdAt: at, usedAt: at });
  world.start();
  await world.connected();
  await vi.waitUntil(async () => (await discord.ask('commands')).length === 14);
});

type Options = Record<string, string>;
async function use(person: string, name: string, options: Options = {}, channel = 'music') {
  const { interactionId } = await discord.ask('command', { person, channel, name, options });
  return vi.waitFor(async () => {
    const { state, replies } = await discord.ask('replies', { interactionId });
    const [reply] = replies.filter(({ content }) => content !== '');
    expect([state, reply]).toEqual(['answered', expect.anything()]);
    return { text: reply?.content ?? '', isPrivate: reply?.onlyFor !== undefined, reply };
  });
}

const running = async () => {
  const [round] = (await ctx.db.select().from(blokkenRounds)).filter(({ endedAt }) => endedAt === null);
  return round;
};
const lastIn = async (channel: string) => (await discord.ask('messages', { channel })).at(-1)?.content;

describe('slash commands', () => {
  it('are registered in the guild, and not again by the next start if they are the same', async () => {
    const names = (await discord.ask('commands')).map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      'ban blokken broadcast chatchannel kick pause play players queue report server skip unban whois'.split(' '),
    );
    const count = async (wanted: string) =>
      (await discord.ask('calls')).filter(({ method, path }) => method === wanted && path.endsWith('/commands')).length;
    const [reads, changes] = [await count('GET'), await count('PUT')];
    await Promise.all(world.bots.map((bot) => bot.stop()));
    world.start();
    await vi.waitFor(async () => expect(await count('GET')).toBe(reads + 1));
    await world.connected();
    expect(await count('PUT')).toBe(changes);
  });

  it('/play asks only the caller to join a voice channel first', async () => {
    const { text, isPrivate, reply } = await use('nico', 'play', { query: link });
    expect([text, isPrivate]).toEqual(['Join a voice channel on Discord first.', true]);
    expect(reply?.flags).toBe(ephemeral);
  });

  it('/play adds the song of a link; its title pings nobody and formats nothing', async () => {
    const { text, isPrivate, reply } = await use('mira', 'play', { query: link });
    expect(isPrivate).toBe(false);
    expect(text).toContain(String.raw`\*\*bold\*\*`);
    expect(reply).toMatchObject({ mention_everyone: false, mentions: [] });
    const { current, entries } = await readGuildQueue(ctx, guildId);
    const [entry] = [current, ...entries].filter((one) => one !== null);
    expect(entry).toMatchObject({ videoId, requestedBy: { name: 'Mira' } });
  });

  it('/play refuses an address that is no video', async () => {
    const { text, isPrivate } = await use('mira', 'play', { query: 'http://169.254.169.254/latest' });
    expect([text, isPrivate]).toEqual(['This is not a video URL.', true]);
  });

  it('/queue lists the songs and who requested them, visible to the caller only', async () => {
    const { text, isPrivate } = await use('nico', 'queue');
    expect(isPrivate).toBe(true);
    expect(text).toMatch(/song\*\* \(1:02:05\), requested by Mira/);
  });

  it('/chatchannel is only for people who manage the guild, and stores their choice', async () => {
    const refused = await use('mira', 'chatchannel', { kind: 'relay' });
    expect([refused.text, refused.isPrivate]).toEqual([
      'You need the Manage Server permission to choose channels.',
      true,
    ]);
    const here = await use('olive', 'chatchannel', { kind: 'relay' }, 'ark-chat');
    expect(here.text).toBe('Chat with the game is relayed in <#100000000000000102>.');
    const unsuitable = await use('olive', 'chatchannel', { kind: 'music' }, 'ark-chat');
    expect(unsuitable.text).toBe('Choose a voice channel for music.');
    await use('olive', 'chatchannel', { kind: 'music', channel: '100000000000000111' }, 'ark-chat');
    await discord.ask('switch', { switches: { denied: ['SendMessages'] } });
    const silent = await use('olive', 'chatchannel', { kind: 'log' }, 'ark-log');
    await discord.ask('switch', { switches: { denied: [] } });
    expect(silent.text).toBe("The bot isn't allowed to post in this channel.");
    expect(await readGuildChannels(ctx, guildId)).toEqual({
      logChannelId: null,
      relayChannelId: '100000000000000102',
      voiceChannelId: '100000000000000111',
    });
    const rows = await ctx.db.select().from(audit).where(eq(audit.action, 'discord.channel'));
    expect(rows.map(({ actor, target }) => [actor, target])).toEqual([
      ['Olive', guildId],
      ['Olive', guildId],
    ]);
  });

  it('/play then works for people in no voice channel: one is chosen for music', async () => {
    expect((await use('nico', 'play', { query: link })).text).toContain('Added');
  });

  it('/skip and /pause reply that nothing is playing', async () => {
    await ctx.db.delete(musicQueues);
    const { text, isPrivate } = await use('mira', 'skip');
    expect([text, isPrivate]).toEqual(['Nothing is playing.', true]);
    expect((await use('mira', 'pause')).text).toBe('Nothing is playing.');
  });
});

describe('/blokken', () => {
  it('starts one round per channel; the first to post the word wins', async () => {
    const { text, isPrivate } = await use('mira', 'blokken', {}, 'general');
    const round = await running();
    expect(isPrivate).toBe(false);
    expect(text).toContain((round?.letters ?? '').split('').join(' ').toUpperCase());
    expect(round?.letters).not.toBe(round?.word);
    const second = await use('nico', 'blokken', {}, 'general');
    expect([second.text, second.isPrivate]).toEqual(['A round is already running in this channel.', true]);
    await discord.ask('say', { person: 'mira', channel: 'general', text: 'misschien?' });
    await discord.ask('say', { person: 'mira', channel: 'music', text: round?.word ?? '' });
    expect(await running()).toBeDefined();
    await discord.ask('say', { person: 'nico', channel: 'general', text: ` ${round?.word.toUpperCase()} ` });
    await vi.waitFor(async () => expect(await lastIn('general')).toBe(`Nico got it: **${round?.word}**!`));
    expect(await running()).toBeUndefined();
  });

  it('resumes after a restart, and reveals the word when the time is up', async () => {
    await use('mira', 'blokken', {}, 'general');
    const round = await running();
    await Promise.all(world.bots.map((bot) => bot.stop()));
    app.passMs(3 * 60_000);
    world.start();
    await vi.waitFor(async () => expect(await lastIn('general')).toBe(`Time's up. The word was **${round?.word}**.`));
    expect(await running()).toBeUndefined();
  });
});

describe('/skip and /pause', () => {
  it('end or pause the current song', async () => {
    await world.connected();
    const requester = { discordId: '100000000000000001', name: 'Mira' };
    const entry = await addSong(ctx, { guildId, videoId, requester, channelId: '100000000000000111' });
    await ctx.db.update(musicQueues).set({ currentId: entry.id, state: 'playing', reportedAt: ctx.clock() });
    expect((await use('mira', 'pause')).text).toBe('Paused.');
    const [queue] = await ctx.db.select().from(musicQueues);
    expect(queue?.isPaused).toBe(true);
    expect((await use('mira', 'skip')).text).toContain('Skipped');
  });
});

it('records every command that changes something in the audit, under the name on Discord', async () => {
  const actions: Record<string, string | undefined> = {
    play: 'music.add',
    skip: 'music.skip',
    pause: 'music.settings',
    chatchannel: 'discord.channel',
    // With accounts of the portal: moderation.test.ts.
    report: undefined,
    kick: undefined,
    ban: undefined,
    unban: undefined,
    broadcast: undefined,
    // Read-only, and a game that everyone sees.
    players: undefined,
    whois: undefined,
    server: undefined,
    queue: undefined,
    blokken: undefined,
  };
  const names = (await discord.ask('commands')).map(({ name }) => name);
  expect(Object.keys(actions).toSorted()).toEqual(names.toSorted());
  const rows = await ctx.db.select().from(audit);
  for (const action of Object.values(actions).filter((known) => known !== undefined)) {
    const [row] = rows.filter((one) => one.action === action && one.address.startsWith('discord:'));
    expect(row, action).toMatchObject({ actor: expect.stringMatching(/Mira|Olive|Nico/) as string, outcome: 'done' });
  }
});
