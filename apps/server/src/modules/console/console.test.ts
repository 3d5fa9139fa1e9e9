import { rights, roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { alice, auditOf, bob, linkCharacter, openGame } from '../players/players.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

type Reply = {
  status: number;
  code?: string;
  error?: string;
  data: { output: string; isTruncated: boolean; commands: { name: string; danger: string | null }[] };
};

async function run(serverId: string, body: object, { as = admin, headers = {} } = {}): Promise<Reply> {
  const url = `/api/ark/servers/${serverId}/console`;
  const reply = await app.http.inject({ method: 'POST', url, headers: { ...as.headers, ...headers }, body });
  return reply.json<Reply>();
}

async function listCommands(serverId: string, as = admin): Promise<Reply> {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/console`, headers: as.headers });
  return reply.json<Reply>();
}

const names = ({ data }: Reply) => data.commands.map(({ name }) => name);
const answers = (output: string) => ({ 'server.console': () => ({ output }) });

describe('a command in the console of a server', () => {
  it('returns the output and is recorded with its text, without the output', async () => {
    const game = await openGame(app, { commands: answers('0. Alice, 76561198000000001\n\u001b[2J') });
    expect(await run(game.id, { command: ' ListPlayers ' })).toEqual({
      status: 200,
      data: { output: '0. Alice, 76561198000000001\n\u001b[2J', isTruncated: false },
    });
    expect(game.agent.received).toEqual([{ command: 'server.console', params: { command: 'ListPlayers' } }]);
    expect(await auditOf(app, 'servers.console', game.id)).toEqual([
      {
        action: 'servers.console',
        actor: admin.username,
        target: game.name,
        outcome: 'done',
        details: { serverId: game.id, command: 'ListPlayers' },
      },
    ]);
  });

  it('is recorded without passwords', async () => {
    const game = await openGame(app, { commands: answers('') });
    await run(game.id, { command: 'EnableCheats hunter2' });
    expect(game.agent.received).toMatchObject([{ params: { command: 'EnableCheats hunter2' } }]);
    expect(await auditOf(app, 'servers.console', game.id)).toMatchObject([
      { details: { command: 'EnableCheats ***' } },
    ]);
  });

  it('shows no more than 32 KiB of the output, and never half a character', async () => {
    const game = await openGame(app, { commands: answers(`x${'😀'.repeat(40_000)}`) });
    const { data } = await run(game.id, { command: 'ListAllItems' });
    expect(data.isTruncated).toBe(true);
    expect(data.output).toBe(`x${'😀'.repeat(16_383)}`);
  });

  it.each([
    ['timeout', 'SERVER_OFFLINE', 'The server did not answer within 20 s; the command may have run.'],
    ['gameOffline', 'SERVER_OFFLINE', "The agent is connected, but the game isn't responding."],
    ['busy', 'UNAVAILABLE', 'The server is busy. Try again in a moment.'],
    ['unknownOutcome', 'UNAVAILABLE', 'The connection was lost. The command may or may not have been carried out.'],
  ] as const)('that fails (%s) says what may have happened and is recorded', async (error, code, text) => {
    const commands = {
      'server.console': () => {
        throw new CommandError(error, 'A reason.');
      },
    };
    const game = await openGame(app, { commands });
    expect(await run(game.id, { command: 'ListPlayers' })).toMatchObject({ status: 503, code, error: text });
    expect(await auditOf(app, 'servers.console', game.id)).toMatchObject([{ outcome: code }]);
  });

  it('on a server that is offline fails at once', async () => {
    const { id } = await addTestServer(app);
    expect(await run(id, { command: 'ListPlayers' })).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    expect(await auditOf(app, 'servers.console', id)).toMatchObject([{ outcome: 'SERVER_OFFLINE' }]);
  });

  it.each(['', '   ', 'a\nb', 'a\u0000b', 'a\u2028b', 'x'.repeat(513), 7])('cannot be %j', async (command) => {
    const game = await openGame(app);
    expect(await run(game.id, { command })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'command' }] },
    });
    expect(game.agent.received).toEqual([]);
  });

  it('carries the name of the own character, and no other', async () => {
    const game = await openGame(app, { commands: answers('') });
    const user = await createTestUser(app);
    await linkCharacter(app, user, { serverId: game.id, playerId: alice.id, isAdmin: true });
    await run(game.id, { command: 'SaveWorld' }, { as: user, headers: { 'x-instigator': alice.id } });
    expect(game.agent.received).toMatchObject([{ params: { instigator: alice.id } }]);
    const reply = await run(game.id, { command: 'SaveWorld' }, { as: user, headers: { 'x-instigator': bob.id } });
    expect(reply).toMatchObject({ status: 403, details: { fields: [{ field: 'x-instigator' }] } });
  });
});

describe('the console', () => {
  it('is for Admins and for admins of that server', async () => {
    const [game, other] = await Promise.all([openGame(app, { commands: answers('') }), addTestServer(app)]);
    const [player, gameAdmin] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, player, { serverId: game.id, playerId: alice.id });
    await linkCharacter(app, gameAdmin, { serverId: game.id, playerId: bob.id, isAdmin: true });
    const forbidden = { status: 403, code: 'FORBIDDEN', error: rights.serverConsole };
    expect(await run(game.id, { command: 'SaveWorld' }, { as: player })).toMatchObject(forbidden);
    expect(await listCommands(game.id, player)).toMatchObject(forbidden);
    expect(await run(other.id, { command: 'SaveWorld' }, { as: gameAdmin })).toMatchObject(forbidden);
    expect(game.agent.received).toEqual([]);
    expect(await run(game.id, { command: 'SaveWorld' }, { as: gameAdmin })).toMatchObject({ status: 200 });
    expect(await run('nowhere', { command: 'SaveWorld' })).toMatchObject({ status: 404 });
  });

  it("offers the commands of the server's game, and says which are dangerous", async () => {
    const [evolved, ascended] = await Promise.all([addTestServer(app, { game: 'ase' }), addTestServer(app)]);
    const [old, current] = [await listCommands(evolved.id), await listCommands(ascended.id)];
    expect(names(old)).toContain('SaveWorld');
    expect(names(old)).not.toContain('GetAllNumbers');
    expect(names(current)).toContain('GetAllNumbers');
    const dangerOf = (wanted: string) => current.data.commands.find(({ name }) => name === wanted)?.danger;
    expect(dangerOf('DoExit')).toContain('Shuts the server down');
    expect(dangerOf('SaveWorld')).toBeNull();
  });
});

describe('a dangerous command', () => {
  it.each([undefined, '', 'Another', 'the island'])('is not sent with %j as the name', async (confirm) => {
    const game = await openGame(app, { commands: answers('') });
    expect(await run(game.id, { command: 'ListPlayers | doexit', confirm })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'confirm', message: expect.stringContaining('Shuts the server down') as string }] },
    });
    expect(game.agent.received).toEqual([]);
    expect(await auditOf(app, 'servers.console', game.id)).toMatchObject([
      { outcome: 'refused', details: { command: 'ListPlayers | doexit' } },
    ]);
  });

  it('is sent with the name of the server', async () => {
    const game = await openGame(app, { commands: answers('Exiting...') });
    expect(await run(game.id, { command: 'DoExit', confirm: ` ${game.name} ` })).toMatchObject({
      data: { output: 'Exiting...' },
    });
    expect(await auditOf(app, 'servers.console', game.id)).toMatchObject([{ details: { command: 'DoExit' } }]);
  });
});
