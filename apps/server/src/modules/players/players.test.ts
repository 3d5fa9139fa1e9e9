import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { gameTime, survivor, sendSave } from '../structures/structures.fixture.ts';
import { alice, bob, hostile, listen, openGame } from './players.fixture.ts';
import { refreshLost } from './players.service.ts';

const app = await createTestApp();
const user = await createTestUser(app);
const hourMs = 60 * 60 * 1000;

type Player = { id: string; name: string; survivor: string | null; joinedAt: string };

async function listPlayers(serverId: string) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/players`, headers: user.headers });
  return reply.json<{ data: Player[] }>().data;
}

async function countsOf(serverId: string) {
  const url = `/api/ark/servers/${serverId}/playerCounts`;
  const reply = await app.http.inject({ url, headers: user.headers });
  return reply.json<{ data: { count: number | null }[] }>().data.map(({ count }) => count);
}

async function stateOf(serverId: string) {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/details`, headers: user.headers });
  return reply.json<{ data: { state: string; playerCount: number | null } }>().data;
}

const names = (players: readonly { name: string }[]) => players.map((player) => player.name);

describe('online players', () => {
  it('are those the server reported last, by name', async () => {
    const game = await openGame(app, { players: [bob, alice] });
    expect(names(await listPlayers(game.id))).toEqual(['Alice', 'Bob']);
    await game.online(hostile, alice);
    expect(names(await listPlayers(game.id))).toEqual([hostile.name, 'Alice']);
    await game.online();
    expect(await listPlayers(game.id)).toEqual([]);
  });

  it('keep their join time while they stay, even when renamed', async () => {
    const game = await openGame(app, { players: [{ ...alice, survivor: 'Helena' }] });
    const [before] = await listPlayers(game.id);
    app.passMs(hourMs);
    await game.online({ ...alice, name: 'Alicia' }, bob);
    const [renamed, joined] = await listPlayers(game.id);
    expect(renamed).toEqual({ ...before, name: 'Alicia', survivor: 'Helena' });
    expect(Date.parse(joined?.joinedAt ?? '') - Date.parse(renamed?.joinedAt ?? '')).toBeGreaterThanOrEqual(hourMs - 1);
    await game.online(bob);
    app.passMs(hourMs);
    await game.online(bob, alice);
    const [again] = await listPlayers(game.id);
    expect(again?.survivor).toBeNull();
    expect(again?.joinedAt).not.toBe(before?.joinedAt);
  });

  it('have no survivor if neither the game nor a save knows one, no matter who plays on other servers', async () => {
    const saved = await openGame(app, { players: [alice] });
    await sendSave(saved.agent, {
      survivors: [survivor('1', { name: 'Quill', playerId: alice.id, loginAt: gameTime })],
    });
    const rented = await openGame(app, { players: [alice, bob] });
    expect(await listPlayers(saved.id)).toMatchObject([{ name: 'Alice', survivor: 'Quill' }]);
    expect(await listPlayers(rented.id)).toMatchObject([
      { name: 'Alice', survivor: null },
      { name: 'Bob', survivor: null },
    ]);
  });

  it('are published to the readers of that server, with its count', async () => {
    const game = await openGame(app);
    const other = await openGame(app);
    const lists = listen(app, `players.online/${game.id}`);
    const others = listen(app, `players.online/${other.id}`);
    const states = listen(app, `servers.state/${game.id}`);
    await game.online(alice, bob);
    await expect.poll(() => lists.at(-1)?.data).toMatchObject([{ name: 'Alice' }, { name: 'Bob' }]);
    await expect.poll(() => states.at(-1)?.data).toMatchObject({ playerCount: 2 });
    expect(others).toEqual([]);
    await game.online(alice, { ...bob, name: 'Bobby' });
    await expect.poll(() => lists.at(-1)?.data).toMatchObject([{ name: 'Alice' }, { name: 'Bobby' }]);
    expect(states).toHaveLength(1);
  });

  it('are none, and their number unknown, while the game is down, and return with it', async () => {
    const game = await openGame(app, { players: [alice] });
    const lists = listen(app, `players.online/${game.id}`);
    await game.state('down');
    expect(await listPlayers(game.id)).toEqual([]);
    expect(await stateOf(game.id)).toMatchObject({ state: 'down', playerCount: null });
    await expect.poll(() => lists.at(-1)?.data).toEqual([]);
    await game.state('booting');
    expect(await listPlayers(game.id)).toEqual([]);
    await game.state('up');
    expect(names(await listPlayers(game.id))).toEqual(['Alice']);
    expect(await stateOf(game.id)).toMatchObject({ playerCount: 1 });
    await expect.poll(() => lists.at(-1)?.data).toMatchObject([{ name: 'Alice' }]);
    expect((await countsOf(game.id)).slice(-3)).toEqual([1, null, 1]);
  });

  it('are none while the agent is disconnected', async () => {
    const server = await addTestServer(app);
    const game = await openGame(app, { server, players: [alice] });
    await game.agent.close();
    await expect.poll(() => listPlayers(server.id)).toEqual([]);
    await expect.poll(async () => (await countsOf(server.id)).at(-1)).toBeNull();
    const back = await openGame(app, { server, players: [alice, bob] });
    expect(names(await listPlayers(back.id))).toEqual(['Alice', 'Bob']);
    expect((await countsOf(server.id)).at(-1)).toBe(2);
  });

  it('that came and went while the agent was disconnected are counted afterwards, at their time', async () => {
    const server = await addTestServer(app);
    const game = await openGame(app, { server, players: [alice] });
    await game.agent.close();
    await expect.poll(async () => (await countsOf(server.id)).at(-1)).toBeNull();
    app.passMs(hourMs);
    const now = app.ctx.clock().getTime();
    const at = (minutesAgo: number) => ({ at: new Date(now - minutesAgo * 60_000) });
    const hello = { now: new Date(now).toISOString() };
    const agent = await connectTestAgent(app, { token: server.token, hello });
    await agent.sendEvents(
      { type: 'server.state', data: { state: 'down' }, ...at(50) },
      { type: 'server.state', data: { state: 'up' }, ...at(40) },
      { type: 'players.online', data: { players: [alice, bob] }, ...at(39) },
      { type: 'players.online', data: { players: [bob] }, ...at(0) },
    );
    expect(await countsOf(server.id)).toEqual([1, null, 1, 2, 1]);
    const { rows } = await app.ctx.db.execute(
      `select at from player_counts where server_id = '${server.id}' order by at`,
    );
    const minutesApart = (rows as { at: string }[])
      .map((row) => Date.parse(row.at))
      .map((time, n, times) => Math.round((time - (times[n - 1] ?? time)) / 60_000));
    expect(minutesApart).toEqual([0, 0, 20, 1, 39]);
    expect(names(await listPlayers(server.id))).toEqual(['Bob']);
  });

  it('are removed if the connection ended silently', async () => {
    const game = await openGame(app, { players: [alice] });
    const lists = listen(app, `players.online/${game.id}`);
    await app.ctx.db.execute(`delete from links where server_id = '${game.id}'`);
    await Promise.all([refreshLost(app.ctx), refreshLost(app.ctx)]);
    await expect.poll(() => lists.map((message) => message.data)).toEqual([[]]);
    expect((await countsOf(game.id)).slice(-2)).toEqual([1, null]);
  });

  it('of an unknown server are not found', async () => {
    const reply = await app.http.inject({ url: '/api/ark/servers/nowhere/players', headers: user.headers });
    expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('of a server with an invalid id are a bad request', async () => {
    const reply = await app.http.inject({ url: '/api/ark/servers/%00/players', headers: user.headers });
    expect(reply.json()).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});

describe('an invalid list of players', () => {
  const text = { type: 'players.online', at: new Date().toISOString() };

  it.each([
    ['a control character in a name', [{ id: alice.id, name: 'a\u0000b' }]],
    ['an id that is none', [{ id: '1 KickPlayer', name: 'a' }]],
    ['too many players', Array.from({ length: 1001 }, (_, n) => ({ id: String(10 ** 15 + n), name: 'x' }))],
  ])('(%s) is refused and changes nothing', async (_, players) => {
    const game = await openGame(app, { players: [bob] });
    const response = await game.agent.sendRaw([{ ...text, seq: game.agent.hello.ackedSeq + 50, data: { players } }]);
    expect(response.rejected).toHaveLength(1);
    expect(names(await listPlayers(game.id))).toEqual(['Bob']);
  });

  it('with the same player twice counts once', async () => {
    const game = await openGame(app, { players: [alice, alice] });
    expect(await listPlayers(game.id)).toHaveLength(1);
    expect(await stateOf(game.id)).toMatchObject({ playerCount: 1 });
  });

  it('accepts as many players as the protocol allows', async () => {
    const players = Array.from({ length: 1000 }, (_, n) => ({ id: String(10 ** 15 + n), name: 'x'.repeat(128) }));
    const game = await openGame(app, { players });
    expect(await listPlayers(game.id)).toHaveLength(1000);
    await game.online(...players.slice(500));
    expect(await stateOf(game.id)).toMatchObject({ playerCount: 500 });
  });
});

it('every user may look, nobody else', async () => {
  const game = await openGame(app, { players: [alice] });
  const url = `/api/ark/servers/${game.id}/players`;
  expect((await app.http.inject({ url })).statusCode).toBe(401);
  for (const who of [user, await createTestUser(app, { roles: [roles.Admin] })])
    expect((await app.http.inject({ url, headers: who.headers })).statusCode).toBe(200);
});
