import { roles } from '@tribehall/contract';
import { expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addTestServer } from '../../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { linkCharacter, openGame, type Game } from '../../players/players.fixture.ts';
import { notificationCalls } from '../notifications.fixture.ts';
import { watchOutages } from './outages.service.ts';

/** A portal in which nothing else is down. */
async function createOutageTest() {
  const app = await createTestApp();
  const { list } = notificationCalls(app);
  const seen = async (user: TestUser) =>
    (await list(user)).notifications.map(({ kind, text, detail, path }) => ({ kind, text, detail, path })).toReversed();
  return { app, seen, admin: await createTestUser(app, { roles: [roles.Admin] }) };
}

/** Looks every quarter of a minute, as the job does. */
async function pass(app: TestApp, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 15) {
    app.passMs(15_000);
    await watchOutages(app.ctx);
  }
}

const setState = (app: TestApp, { agent }: Game, data: { state: 'up' | 'down'; reason?: string }) =>
  agent.sendEvents({ type: 'server.state', at: app.ctx.clock(), data });

const favor = (app: TestApp, user: TestUser, { id }: Game) =>
  app.ctx.db.execute(`insert into favorite_servers values ('${user.id}', '${id}')`);

it('a server that is down for minutes, with the reason, and that it is back', async () => {
  const { app, seen, admin } = await createOutageTest();
  const game = await openGame(app);
  const [fan, chief, stranger] = [await createTestUser(app), await createTestUser(app), await createTestUser(app)];
  await favor(app, fan, game);
  await favor(app, admin, game);
  await linkCharacter(app, chief, { serverId: game.id, playerId: '76561198000000009', isAdmin: true });
  await setState(app, game, { state: 'down', reason: 'RCON refused' });
  await pass(app, 105);
  expect(await seen(fan)).toEqual([]);
  await pass(app, 60);
  const path = `/arkbot/servers/${game.id}`;
  const down = { kind: 'server.down', text: `${game.name} is down`, detail: 'RCON refused', path };
  for (const user of [fan, chief, admin]) expect(await seen(user)).toEqual([down]);
  expect(await seen(stranger)).toEqual([]);
  await pass(app, 600);
  expect(await seen(fan)).toEqual([down]);
  await setState(app, game, { state: 'up' });
  await pass(app, 45);
  expect(await seen(fan)).toEqual([down]);
  await pass(app, 45);
  const up = {
    kind: 'server.up',
    text: `${game.name} is back`,
    detail: expect.stringMatching(/for 1\d minutes/),
    path,
  };
  expect(await seen(fan)).toEqual([down, up]);
  await pass(app, 300);
  expect(await seen(fan)).toHaveLength(2);
});

it('not a connection that is gone for a minute, nor a server that never connected', async () => {
  const { app, seen, admin } = await createOutageTest();
  await addTestServer(app);
  const server = await addTestServer(app);
  const game = await openGame(app, { server });
  await game.agent.close();
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute('select 1 from links');
    expect(rows).toEqual([]);
  });
  await pass(app, 90);
  const again = await openGame(app, { server });
  await pass(app, 300);
  expect(await seen(admin)).toEqual([]);
  await again.agent.close();
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute('select 1 from links');
    expect(rows).toEqual([]);
  });
  await pass(app, 150);
  expect(await seen(admin)).toMatchObject([{ text: `${server.name} is down`, detail: 'Its agent is not connected.' }]);
});

it('many at once in one notification, for each user with theirs', async () => {
  const { app, seen, admin } = await createOutageTest();
  const games: Game[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    games.push(await openGame(app, { server: await addTestServer(app, { name }) }));
  const [one, two] = [await createTestUser(app), await createTestUser(app)];
  const [a, b] = games;
  if (!a || !b) throw new Error('There are five');
  await favor(app, one, a);
  for (const game of [a, b]) await favor(app, two, game);
  for (const game of games) {
    await setState(app, game, { state: 'down' });
    await pass(app, 15);
  }
  await pass(app, 180);
  const all = { kind: 'server.down', text: '5 servers are down', detail: 'A, B, C and 2 more' };
  expect(await seen(admin)).toMatchObject([{ ...all, path: '/arkbot/servers?list=all' }]);
  expect(await seen(one)).toMatchObject([{ text: 'A is down' }]);
  expect(await seen(two)).toMatchObject([{ text: '2 servers are down', detail: 'A and B' }]);
  for (const game of games) await setState(app, game, { state: 'up' });
  await pass(app, 120);
  expect(await seen(admin)).toMatchObject([all, { text: '5 servers are back' }]);
});

it('none after a restart of the portal while agents come back', async () => {
  const { app, seen, admin } = await createOutageTest();
  const server = await addTestServer(app);
  const game = await openGame(app, { server });
  await game.agent.close();
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.db.execute('select 1 from links');
    expect(rows).toEqual([]);
  });
  await pass(app, 45);
  // Nobody looks for an hour.
  app.passMs(60 * 60_000);
  await pass(app, 90);
  expect(await seen(admin)).toEqual([]);
  await openGame(app, { server });
  await pass(app, 300);
  expect(await seen(admin)).toEqual([]);
});

it('a server that is removed while it is down is forgotten', async () => {
  const { app, seen, admin } = await createOutageTest();
  const game = await openGame(app);
  await setState(app, game, { state: 'down' });
  await pass(app, 30);
  const url = `/api/ark/servers/${game.id}`;
  await app.http.inject({ method: 'DELETE', url, headers: admin.headers });
  await pass(app, 300);
  expect(await seen(admin)).toEqual([]);
});
