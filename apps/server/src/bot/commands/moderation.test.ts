import { roles } from '@tribehall/contract';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../../db/tables/audit.table.ts';
import { moderators, reports, sanctions } from '../../db/tables/moderation.table.ts';
import { users } from '../../db/tables/users.table.ts';
import { addConnection, deleteAccount } from '../../modules/discord/connection.service.ts';
import { alice, bob, linkCharacter, openGame, type Game } from '../../modules/players/players.fixture.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createBotWorld, people } from '../bot.fixture.ts';

const world = await createBotWorld();
const { app, discord, guildId } = world;
const { ctx } = app;
const olive = '100000000000000003';
const receipt = () => ({ outcome: 'confirmed' });
const nasty = { id: '76561198000000077', name: '**x** @everyone <@1> `a`' };

const link = (user: TestUser, discordId: string) =>
  addConnection(ctx, user.id, { discordId, username: user.username, guilds: [guildId] });

let game: Game;
let other: Game;
let [mira, nico, admin] = [] as unknown as [TestUser, TestUser, TestUser];

/** Olive is an Admin, Mira admin of one server, Nico a member, the drifter has no account. */
beforeAll(async () => {
  const commands = {
    'players.kick': receipt,
    'players.ban': receipt,
    'players.unban': receipt,
    'server.broadcast': () => ({}),
  };
  game = await openGame(app, { players: [alice, nasty], commands });
  other = await openGame(app, { players: [bob], commands });
  [mira, nico, admin] = [
    await createTestUser(app),
    await createTestUser(app),
    await createTestUser(app, { roles: [roles.Admin] }),
  ];
  await linkCharacter(app, mira, { serverId: game.id, playerId: '76561198000000088', isAdmin: true });
  await link(mira, people.mira);
  await link(nico, people.nico);
  await link(admin, olive);
  await discord.ask('admit', { person: 'drifter' });
  world.start();
  await world.connected();
  await vi.waitUntil(async () => (await discord.ask('commands')).length === 14);
});

async function use(person: string, name: string, options: Record<string, string | number> = {}) {
  const { interactionId } = await discord.ask('command', { person, channel: 'music', name, options });
  return vi.waitFor(async () => {
    const { state, replies } = await discord.ask('replies', { interactionId });
    const [reply] = replies.filter(({ content }) => content !== '');
    expect([state, reply]).toEqual(['answered', expect.anything()]);
    // Only the caller sees it, and it pings nobody.
    expect(reply?.onlyFor).toBeDefined();
    expect(reply).toMatchObject({ mention_everyone: false, mentions: [] });
    return reply?.content ?? '';
  });
}

const all = ['players', 'whois', 'server', 'report', 'kick', 'ban', 'unban', 'broadcast'] as const;
const optionsOf = (name: (typeof all)[number]): Record<string, string> => ({
  ...(name !== 'whois' && { server: game.id }),
  ...(['whois', 'report', 'kick', 'ban', 'unban'].includes(name) && { player: alice.id }),
  ...(['report', 'broadcast'].includes(name) && { text: 'hello' }),
});
const received = (of: Game, command: string) => of.agent.received.filter((one) => one.command === command);
const actionsOf = async (user: TestUser) =>
  (await ctx.db.select().from(audit).where(eq(audit.actorId, user.id))).map(({ action, outcome }) => [action, outcome]);

const ask = (person: string, options: Record<string, string>, focused: string) =>
  discord.ask('complete', { person, channel: 'music', name: 'kick', options, focused });

const post = async (text: string) => {
  const reporter = await createTestUser(app);
  const payload = { playerId: nasty.id, serverId: game.id, text };
  await app.http.inject({ method: 'POST', url: '/api/ark/reports', headers: reporter.headers, payload });
};
const dueAt = async (text: string) =>
  (await ctx.db.select().from(reports).where(eq(reports.text, text)))[0]?.postDueAt ?? null;
const written = async () => (await discord.ask('messages', { channel: 'ark-log' })).map(({ content }) => content);

describe('slash commands for players and moderators', () => {
  it.each(all)('/%s tells people without an account how to link it', async (name) => {
    expect(await use('drifter', name, optionsOf(name))).toMatch(/^Link your Discord account first: <http.*\/account>/);
  });

  it('/players, /server and /whois say what every member may know', async () => {
    const text = await use('nico', 'players', { server: game.id });
    expect(text).toContain('2 online');
    expect(text).toContain('Alice');
    expect(text).toContain(String.raw`\*\*x\*\*`);
    expect(text).not.toContain('@everyone');
    expect(await use('nico', 'players')).toContain('3 online');
    expect(await use('nico', 'server', { server: game.name })).toContain('is up');
    expect(await use('nico', 'whois', { player: 'alice' })).toContain(`**Alice** (${alice.id})`);
    expect(await use('nico', 'whois', { player: 'nobody at all' })).toContain('There is no such player');
    expect(await use('nico', 'server', { server: 'none' })).toContain('There is no such server');
  });

  it('offer servers, and players by what is typed; nothing to people without an account', async () => {
    expect(await ask('nico', { server: game.name.slice(0, 5) }, 'server')).toContainEqual({
      name: game.name,
      value: game.id,
    });
    expect(await ask('nico', { server: game.id, player: 'al' }, 'player')).toContainEqual({
      name: 'Alice',
      value: alice.id,
    });
    expect(await ask('drifter', { server: 'a' }, 'server')).toEqual([]);
  });

  it('/report sends a report under the own account', async () => {
    expect(await use('nico', 'report', { server: game.id, player: 'Alice', text: '@everyone look' })).toBe(
      'Your report was sent.',
    );
    const [row] = await ctx.db.select().from(reports).where(eq(reports.userId, nico.id));
    expect(row).toMatchObject({ source: 'discord', playerId: alice.id, serverId: game.id, text: '@everyone look' });
  });

  it.each(['kick', 'ban', 'unban', 'broadcast'] as const)('/%s is refused to members', async (name) => {
    expect(await use('nico', name, optionsOf(name))).toBe("You aren't allowed to do this on this server.");
  });

  it('are carried out for admins of the server, on that server alone, and are in the audit under their account', async () => {
    expect(await use('mira', 'kick', { server: game.id, player: 'Alice', reason: 'spam' })).toBe(
      `Alice was kicked from ${game.name}.`,
    );
    expect(await use('mira', 'ban', { server: game.id, player: nasty.id })).toContain(String.raw`\*\*x\*\*`);
    expect(await use('mira', 'unban', { server: game.id, player: nasty.id, reason: 'a mistake' })).toContain(
      'was unbanned on',
    );
    expect(await ctx.db.select().from(sanctions).where(eq(sanctions.playerId, nasty.id))).toMatchObject([
      { kind: 'ban', source: 'discord', by: mira.username, liftedBy: mira.username, liftReason: 'a mistake' },
    ]);
    expect(await use('mira', 'broadcast', { server: game.id, text: 'Restart at 8' })).toBe(
      `The message was sent to ${game.name}.`,
    );
    expect(received(game, 'players.kick')).toMatchObject([{ params: { playerId: alice.id } }]);
    expect(received(game, 'server.broadcast')).toMatchObject([{ params: { text: 'Restart at 8' } }]);
    expect(await actionsOf(mira)).toEqual([
      ['sanctions.impose', 'done'],
      ['sanctions.impose', 'done'],
      ['players.unban', 'confirmed'],
      ['servers.broadcast', 'done'],
    ]);
    const refused = await use('mira', 'kick', { server: other.id, player: 'Bob' });
    expect(refused).toBe("You aren't allowed to do this on this server.");
    expect(received(other, 'players.kick')).toEqual([]);
  });

  it('are for moderators too, as far as their powers go', async () => {
    const grantId = 'nico-may-ban';
    const place = { reach: 'server', serverId: game.id, reachName: game.name } as const;
    const by = { grantedBy: 'x', grantedAt: ctx.clock() };
    await ctx.db
      .insert(moderators)
      .values({ id: grantId, userId: nico.id, ...place, powers: ['ban'], maxBanDays: 3, ...by });
    const stranger = '76561198000000099';
    expect(await use('nico', 'ban', { server: game.id, player: stranger, days: 4 })).toBe(
      'You may ban for at most 3 days.',
    );
    expect(await use('nico', 'ban', { server: game.id, player: bob.id, days: 1 })).toBe(
      `Bob was banned from ${game.name} for 1 day.`,
    );
    expect(await use('nico', 'ban', { server: game.id, player: stranger })).toBe(
      `${stranger} was banned from ${game.name} for 3 days.`,
    );
    const [ban] = await ctx.db.select().from(sanctions).where(eq(sanctions.playerId, stranger));
    expect(Number(ban?.endsAt) - Number(ban?.createdAt)).toBe(3 * 24 * 60 * 60 * 1000);
    for (const name of ['kick', 'broadcast'] as const)
      expect(await use('nico', name, optionsOf(name))).toBe("You aren't allowed to do this on this server.");
    expect(await use('nico', 'ban', { server: other.id, player: stranger })).toContain("aren't allowed");
    await ctx.db.delete(moderators).where(eq(moderators.id, grantId));
  });

  it('say that a player who is to be kicked is not there', async () => {
    expect(await use('mira', 'kick', { server: game.id, player: bob.id })).toContain('not online');
    expect(received(game, 'players.kick')).toHaveLength(1);
  });

  it('take a reason of one line', async () => {
    expect(await use('mira', 'kick', { server: game.id, player: 'Alice', reason: 'one\nof many' })).toBe(
      'Line breaks and control characters are not allowed.',
    );
    expect(received(game, 'players.kick')).toHaveLength(1);
  });

  it('follow the rights of the account at the moment of the call', async () => {
    expect(await use('olive', 'kick', { server: other.id, player: 'Bob' })).toContain('was kicked from');
    await ctx.db.update(users).set({ roles: [] }).where(eq(users.id, admin.id));
    expect(await use('olive', 'kick', { server: other.id, player: 'Bob' })).toContain("aren't allowed");
    await ctx.db.update(users).set({ disabledAt: ctx.clock() }).where(eq(users.id, mira.id));
    expect(await use('mira', 'players')).toContain('Link your Discord account first');
    await deleteAccount(ctx, nico.id);
    expect(await use('nico', 'players')).toContain('Link your Discord account first');
  });
});

describe('new reports', () => {
  it('are posted in the channel chosen for them, once, and ping nobody', async () => {
    await post('before a channel was chosen');
    await vi.waitFor(async () =>
      expect((await ctx.db.select().from(reports)).every(({ postDueAt }) => postDueAt === null)).toBe(true),
    );
    const { interactionId } = await discord.ask('command', {
      person: 'olive',
      channel: 'ark-log',
      name: 'chatchannel',
      options: { kind: 'reports' },
    });
    await vi.waitFor(async () =>
      expect((await discord.ask('replies', { interactionId })).replies[0]?.content).toContain('New reports of players'),
    );
    await post('@everyone **look** <@100000000000000001>');
    await vi.waitFor(async () => expect((await written()).at(-1)).toContain('/arkbot/reports/'));
    const posts = (await written()).filter((content) => content.includes('/arkbot/reports/'));
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain(String.raw`\*\*look\*\*`);
    expect(posts[0]).not.toContain('@everyone');
    const [message] = (await discord.ask('messages', { channel: 'ark-log' })).slice(-1);
    expect(message).toMatchObject({ mention_everyone: false, mentions: [] });
    await vi.waitFor(async () =>
      expect((await ctx.db.select().from(reports)).every(({ postDueAt }) => postDueAt === null)).toBe(true),
    );
  });

  it('are tried again when Discord fails, and given up when it refuses them', async () => {
    const failures = () => app.logged.filter((line) => line.includes('A report was not posted on Discord')).length;
    const failing = async (status: number, text: string) => {
      const before = failures();
      await discord.ask('switch', { switches: { status, faultsAt: '/messages' } });
      await post(text);
      await vi.waitFor(() => expect(failures()).toBe(before + 1));
      await discord.ask('switch', { switches: { status: null, faultsAt: null } });
    };
    await failing(403, 'refused by Discord');
    await vi.waitFor(async () => expect(await dueAt('refused by Discord')).toBeNull());
    await failing(500, 'lost on the way');
    expect(await dueAt('lost on the way')).not.toBeNull();
    app.passMs(61_000);
    await post('the next one');
    await vi.waitFor(async () => {
      const texts = (await written()).join('\n');
      expect([texts.includes('lost on the way'), texts.includes('refused by Discord')]).toEqual([true, false]);
    });
  });

  it('wait while Discord is down', async () => {
    await discord.ask('switch', { switches: { down: true } });
    await post('while it was down');
    await discord.ask('switch', { switches: { down: false } });
    await world.connected();
    app.passMs(61_000);
    await post('afterwards');
    await vi.waitFor(async () => {
      const texts = (await written()).join('\n');
      expect([texts.includes('while it was down'), texts.includes('afterwards')]).toEqual([true, true]);
    });
  });
});
