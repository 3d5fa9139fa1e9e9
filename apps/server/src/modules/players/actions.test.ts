import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { alice, auditOf, bob, hostile, linkCharacter, openGame } from './players.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const bot = await createTestUser(app, { roles: [roles.Admin, roles.DiscordBot] });

type Way = { path: string; method?: 'POST' | 'DELETE'; as?: TestUser; body?: object; instigator?: string };

async function act(serverId: string, playerId: string, { path, method = 'POST', as = admin, ...rest }: Way) {
  const reply = await app.http.inject({
    method,
    url: `/api/ark/servers/${serverId}/players/${playerId}/${path}`,
    headers: { ...as.headers, ...(rest.instigator === undefined ? {} : { 'x-instigator': rest.instigator }) },
    ...(rest.body ? { body: rest.body } : {}),
  });
  return reply.json<{ status: number; code?: string; error?: string; data?: Record<string, unknown> }>();
}

async function listBans(serverId: string, as = admin) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/bans`, headers: as.headers });
  const body = reply.json<{ status: number; data?: { bans: Record<string, unknown>[] } }>();
  return { status: body.status, data: body.data?.bans };
}

const kill = { path: 'kill' };
const ban = { path: 'ban' };
const unban = { path: 'ban', method: 'DELETE' } as const;
const command = (text: string) => ({ path: 'consoleCommand', body: { command: text } });

describe('a kill', () => {
  it.each(['confirmed', 'sent'])('returns the outcome in the game (%s) and is recorded with it', async (outcome) => {
    const game = await openGame(app, { players: [alice], commands: { 'players.kill': () => ({ outcome }) } });
    expect(await act(game.id, alice.id, kill)).toEqual({ status: 200, data: { outcome } });
    expect(game.agent.received).toEqual([{ command: 'players.kill', params: { playerId: alice.id } }]);
    expect(await auditOf(app, 'players.kill', game.id)).toEqual([
      {
        action: 'players.kill',
        actor: admin.username,
        target: `Alice on ${game.name}`,
        outcome,
        details: { serverId: game.id, playerId: alice.id },
      },
    ]);
  });

  it.each([
    ['playerOffline', 409, 'PLAYER_OFFLINE'],
    ['notSupported', 409, 'NOT_SUPPORTED'],
    ['gameOffline', 503, 'SERVER_OFFLINE'],
    ['busy', 503, 'UNAVAILABLE'],
    ['unknownOutcome', 503, 'UNAVAILABLE'],
  ] as const)('that fails (%s) says so and is recorded too', async (error, status, code) => {
    const commands = {
      'players.kill': () => {
        throw new CommandError(error, 'A reason.');
      },
    };
    const game = await openGame(app, { players: [hostile], commands });
    expect(await act(game.id, hostile.id, kill)).toMatchObject({ status, code });
    expect(await auditOf(app, 'players.kill', game.id)).toMatchObject([
      { outcome: code, target: `${hostile.name} on ${game.name}` },
    ]);
  });

  it('on a server that is offline fails at once', async () => {
    const { id } = await addTestServer(app);
    expect(await act(id, alice.id, kill)).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    expect(await auditOf(app, 'players.kill', id)).toMatchObject([{ outcome: 'SERVER_OFFLINE' }]);
  });

  it('is for Admins and for admins of that server', async () => {
    const game = await openGame(app, { commands: { 'players.kill': () => ({ outcome: 'sent' }) } });
    const [player, gameAdmin] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, player, { serverId: game.id, playerId: alice.id });
    await linkCharacter(app, gameAdmin, { serverId: game.id, playerId: bob.id, isAdmin: true });
    expect(await act(game.id, alice.id, { ...kill, as: player })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await act(game.id, bob.id, { ...kill, as: gameAdmin })).toMatchObject({ status: 200 });
    const { id } = await addTestServer(app);
    expect(await act(id, bob.id, { ...kill, as: gameAdmin })).toMatchObject({ status: 403 });
    expect(await act('nowhere', bob.id, kill)).toMatchObject({ status: 404 });
  });

  it.each(['1', 'x'.repeat(32), '76561198000000001%20', 'A'.repeat(32)])('of %s is refused', async (playerId) => {
    const game = await openGame(app);
    expect(await act(game.id, playerId, kill)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'playerId' }] },
    });
    expect(game.agent.received).toEqual([]);
  });
});

describe('a ban', () => {
  const commands = { 'players.ban': () => ({ outcome: 'confirmed' }), 'players.unban': () => ({ outcome: 'sent' }) };

  it('of someone who is offline uses the name last seen', async () => {
    const game = await openGame(app, { players: [bob], commands });
    await game.online({ ...bob, name: 'Bobby' });
    await game.online();
    await act(game.id, bob.id, ban);
    expect((await listBans(game.id)).data).toMatchObject([{ playerId: bob.id, name: 'Bobby' }]);
  });

  it("is stored with the player's name until it is lifted", async () => {
    const game = await openGame(app, { players: [alice, hostile], commands });
    await act(game.id, alice.id, ban);
    app.passMs(1000);
    await act(game.id, hostile.id, ban);
    await game.online();
    expect((await listBans(game.id)).data).toMatchObject([
      { playerId: hostile.id, name: hostile.name, bannedBy: admin.username },
      { playerId: alice.id, name: 'Alice', bannedBy: admin.username },
    ]);
    expect(await act(game.id, alice.id, unban)).toMatchObject({ data: { outcome: 'sent' } });
    expect((await listBans(game.id)).data).toMatchObject([{ playerId: hostile.id }]);
    expect(await auditOf(app, 'players.unban', game.id)).toMatchObject([
      { outcome: 'sent', target: `Alice on ${game.name}` },
    ]);
  });

  it('of the same player twice is one ban', async () => {
    const game = await openGame(app, { commands });
    await Promise.all([act(game.id, bob.id, ban), act(game.id, bob.id, ban)]);
    expect((await listBans(game.id)).data).toMatchObject([{ playerId: bob.id, name: bob.id }]);
  });

  it('that the game refused is not stored', async () => {
    const game = await openGame(app);
    expect(await act(game.id, bob.id, ban)).toMatchObject({ status: 409, code: 'NOT_SUPPORTED' });
    expect((await listBans(game.id)).data).toEqual([]);
    expect(await auditOf(app, 'players.ban', game.id)).toMatchObject([{ outcome: 'NOT_SUPPORTED' }]);
  });

  it('is listed only for admins', async () => {
    const { id } = await addTestServer(app);
    expect(await listBans(id, await createTestUser(app))).toMatchObject({ status: 403 });
    expect(await listBans('nowhere')).toMatchObject({ status: 404 });
  });
});

describe('a console command', () => {
  it('runs for the player, returns the output and is recorded with its text', async () => {
    const commands = { 'players.console': () => ({ output: 'line one\nline two \u001b[2J' }) };
    const game = await openGame(app, { players: [alice], commands });
    const text = 'GiveItemNumToPlayer {arkId} 1 "x"; DoExit';
    expect(await act(game.id, alice.id, command(` ${text} `))).toEqual({
      status: 200,
      data: { output: 'line one\nline two \u001b[2J' },
    });
    expect(game.agent.received).toMatchObject([{ params: { playerId: alice.id, command: text } }]);
    expect(await auditOf(app, 'players.console', game.id)).toMatchObject([
      { outcome: 'done', details: { command: text, playerId: alice.id } },
    ]);
  });

  it.each(['', '   ', 'a\nb', 'a\u0000b', 'x'.repeat(513)])('of %j is refused with the field', async (text) => {
    const game = await openGame(app);
    expect(await act(game.id, alice.id, command(text))).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'command' }] },
    });
    expect(game.agent.received).toEqual([]);
  });
});

describe('a console command with a guard rail', () => {
  const commands = { 'players.console': () => ({ output: 'Exiting...' }) };

  it.each([undefined, 'Another'])(
    'that is dangerous is not sent with %j as the name of the server, and is recorded',
    async (confirm) => {
      const game = await openGame(app, { players: [alice], commands });
      const given = { path: 'consoleCommand', body: { command: 'cheat DoExit', confirm } };
      expect(await act(game.id, alice.id, given)).toMatchObject({
        status: 400,
        details: {
          fields: [{ field: 'confirm', message: expect.stringContaining('Shuts the server down') as string }],
        },
      });
      expect(game.agent.received).toEqual([]);
      expect(await auditOf(app, 'players.console', game.id)).toMatchObject([
        { outcome: 'refused', details: { command: 'cheat DoExit', playerId: alice.id } },
      ]);
    },
  );

  it('that is dangerous is sent with the name of the server', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const given = { path: 'consoleCommand', body: { command: 'DoExit', confirm: game.name } };
    expect(await act(game.id, alice.id, given)).toMatchObject({ data: { output: 'Exiting...' } });
    expect(await auditOf(app, 'players.console', game.id)).toMatchObject([{ outcome: 'done' }]);
  });

  it('that contains a password is recorded without it', async () => {
    const game = await openGame(app, { players: [alice], commands });
    await act(game.id, alice.id, command('EnableCheats hunter2'));
    expect(game.agent.received).toMatchObject([{ params: { command: 'EnableCheats hunter2' } }]);
    expect(await auditOf(app, 'players.console', game.id)).toMatchObject([
      { details: { command: 'EnableCheats ***' } },
    ]);
  });
});

describe('the instigator', () => {
  const commands = { 'players.kill': () => ({ outcome: 'sent' }) };

  it("is the caller's own character there: passed to the agent and recorded", async () => {
    const game = await openGame(app, { commands });
    const player = await createTestUser(app);
    await linkCharacter(app, player, { serverId: game.id, playerId: alice.id, isAdmin: true });
    expect(await act(game.id, bob.id, { ...kill, as: player, instigator: alice.id })).toMatchObject({ status: 200 });
    expect(game.agent.received).toMatchObject([{ params: { playerId: bob.id, instigator: alice.id } }]);
    expect(await auditOf(app, 'players.kill', game.id)).toMatchObject([{ details: { instigator: alice.id } }]);
  });

  it("is nobody else's, not even for an Admin, nor a character on another server", async () => {
    const [game, other] = await Promise.all([openGame(app, { commands }), addTestServer(app)]);
    await linkCharacter(app, admin, { serverId: other.id, playerId: alice.id });
    for (const instigator of [alice.id, bob.id])
      expect(await act(game.id, bob.id, { ...kill, instigator })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
        details: { fields: [{ field: 'x-instigator' }] },
      });
    expect(game.agent.received).toEqual([]);
  });

  it('may be anyone for the bot', async () => {
    const game = await openGame(app, { commands });
    expect(await act(game.id, bob.id, { ...kill, as: bot, instigator: alice.id })).toMatchObject({ status: 200 });
    expect(game.agent.received).toMatchObject([{ params: { instigator: alice.id } }]);
  });

  it.each(['', 'me', '1; DoExit', `${alice.id}, ${bob.id}`])('%j is refused with the field', async (instigator) => {
    const game = await openGame(app, { commands });
    for (const as of [admin, bot])
      expect(await act(game.id, bob.id, { ...kill, as, instigator })).toMatchObject({
        status: 400,
        details: { fields: [{ field: 'x-instigator' }] },
      });
    expect(game.agent.received).toEqual([]);
  });
});

describe('a command that the game has carried out', () => {
  it('is recorded even if its server is removed in the meantime', async () => {
    const game = await openGame(app, {
      players: [alice],
      commands: {
        'players.ban': async () => {
          await app.ctx.db.execute(`delete from servers where id = '${game.id}'`);
          return { outcome: 'confirmed' };
        },
      },
    });
    expect(await act(game.id, alice.id, ban)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await auditOf(app, 'players.ban', game.id)).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it.each(['DestroyWildDinos \ud800', 'a\u2028b', 'a\nb'])('cannot be %j', async (text) => {
    const game = await openGame(app, { players: [alice] });
    expect(await act(game.id, alice.id, command(text))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'command' }] },
    });
    expect(game.agent.received).toEqual([]);
  });
});
