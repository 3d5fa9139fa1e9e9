import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { requestBot } from '../modules/discord/bot.service.ts';
import { createTestUser } from '../testing/test-users.ts';
import { createBotWorld, people } from './bot.fixture.ts';

const { app, discord, guildId, start, connected } = await createBotWorld();
const { ctx } = app;
const isMember = async (discordId: string, guild = guildId) =>
  (await requestBot(ctx, 'bot.member', { guildId: guild, discordId }))?.isMember;
const voiceOf = async (discordId: string) => (await requestBot(ctx, 'bot.voice', { guildId, discordId }))?.channel;

/** Of the processes that wait. */
const waiting = () => app.logged.filter((line) => line.includes('Another process runs the bot'));

const first = start();
await connected();

describe('the bot', () => {
  it('knows the members, and notices at once when someone leaves', async () => {
    expect(await isMember(people.mira)).toBe(true);
    expect(await isMember(people.drifter)).toBe(false);
    expect(await isMember('../../users/@me')).toBe(false);
    await discord.ask('admit', { person: 'drifter' });
    await vi.waitFor(async () => expect(await isMember(people.drifter)).toBe(true));
    await discord.ask('kick', { person: 'drifter' });
    await vi.waitFor(async () => expect(await isMember(people.drifter)).toBe(false));
  });

  it('does not decide about a guild it is not in, or when Discord fails', async () => {
    expect(await isMember(people.mira, '100000000000000200')).toBeUndefined();
    await discord.ask('switch', { switches: { status: 500, faultsAt: '/members/' } });
    expect(await isMember('100000000000000777')).toBeUndefined();
    await discord.ask('switch', { switches: { status: null, faultsAt: null } });
    expect(await isMember('100000000000000777')).toBe(false);
  });

  it("finds someone's voice channel, if they are in one", async () => {
    expect(await voiceOf(people.mira)).toMatchObject({ name: 'Lounge' });
    expect(await voiceOf(people.nico)).toBeNull();
    await discord.ask('joinVoice', { person: 'nico', channel: 'Afk' });
    await vi.waitFor(async () => expect(await voiceOf(people.nico)).toMatchObject({ name: 'Afk' }));
    await discord.ask('leaveVoice', { person: 'nico' });
    await vi.waitFor(async () => expect(await voiceOf(people.nico)).toBeNull());
  });

  it('lists its guilds, with icons proxied by the portal', async () => {
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    const get = (url: string, headers = {}) => app.http.inject({ url, headers });
    const { data } = (await get('/api/discord/guilds', admin.headers)).json<{ data: { icon: string }[] }>();
    expect(data).toEqual([{ id: guildId, name: 'Tribehall community', icon: expect.any(String) as string }]);
    const icon = data[0]?.icon ?? '';
    const picture = await get(icon);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await get(icon.replace(guildId, '100000000000000200'))).statusCode).toBe(403);
    expect((await get(icon.replace(/hash=\w/, 'hash=..'))).statusCode).toBe(403);
    const member = await createTestUser(app);
    expect((await get('/api/discord/guilds', member.headers)).statusCode).toBe(403);
    expect(await requestBot(ctx, 'bot.guilds', { guildIds: ['100000000000000200'] })).toEqual({ guilds: [] });
  });

  it('runs once among several processes, and another one takes over when it ends', async () => {
    const { identifies } = await discord.ask('counters');
    start();
    const third = start();
    await vi.waitFor(() => expect(waiting().length).toBeGreaterThanOrEqual(2));
    expect((await discord.ask('counters')).identifies).toEqual(identifies);
    await first.stop();
    expect(await isMember(people.mira)).toBeUndefined();
    await connected();
    expect((await discord.ask('counters')).identifies).toHaveLength(identifies.length + 1);
    await third.stop();
  });
});

it('logs a link that invites the bot while it is not in the guild', async () => {
  const { app, start } = await createBotWorld({ GUILD_ID: '100000000000000200' });
  const bot = start();
  const words = 'The bot is not in the guild of GUILD_ID. Invite it: http';
  const line = await vi.waitUntil(() => app.logged.find((logged) => logged.includes(words)));
  expect(line).toMatch(/scope=bot\+applications\.commands&permissions=3230720&guild_id=100000000000000200/);
  await bot.stop();
});
