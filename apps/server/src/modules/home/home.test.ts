import { roles, type ReplyInput } from '@tribehall/contract';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { newcomer, peopleCalls } from '../people/people.fixture.ts';
import { linkCharacter, openGame, type Game } from '../players/players.fixture.ts';
import { sendSave, survivor, tribe } from '../structures/structures.fixture.ts';

type Home = ReplyInput<'GET /home'>;

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });
const admin = await createTestUser(app, { roles: [roles.Admin] });
const { adminOf } = peopleCalls(app, admin);
const minuteMs = 60_000;

async function readHome(user: TestUser): Promise<Home> {
  const reply = await app.http.inject({ url: '/api/home', headers: user.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Home }>().data;
}

/** Sets when the user was last here. */
async function leave(user: TestUser, minutesAgo: number): Promise<Date> {
  const at = new Date(app.ctx.clock().getTime() - minutesAgo * minuteMs);
  await app.ctx.db.execute(`update users set visited_at = '${at.toISOString()}' where id = '${user.id}'`);
  return at;
}

const failLogin = () =>
  app.http.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'x@example.test', password: 'no' } });

const happen = (game: Game, data: object) =>
  game.agent.sendEvents({ type: 'game.event', at: app.ctx.clock(), data } as Parameters<
    Game['agent']['sendEvents']
  >[number]);

/** A member with a character in the tribe 11 of a new server, who was away for an hour. */
async function createTribesman(): Promise<{ user: TestUser; game: Game; player: { id: string; name: string } }> {
  const user = await createTestUser(app);
  const game = await openGame(app);
  const player = newcomer('Kestrel');
  await sendSave(game.agent, {
    tribes: [tribe(11, { name: 'Tidewatch', members: [{ arkId: '501', name: 'Kes' }] })],
    survivors: [survivor('501', { playerId: player.id, name: 'Kes', level: 104, teamId: 11 })],
  });
  await linkCharacter(app, user, { serverId: game.id, playerId: player.id });
  await leave(user, 60);
  return { user, game, player };
}

describe('visits', () => {
  it('the first one has nothing before it', async () => {
    const user = await createTestUser(app);
    expect(await readHome(user)).toMatchObject({ previousVisitAt: null, away: null, attention: null, characters: [] });
    expect(await readHome(user)).toMatchObject({ previousVisitAt: null });
  });

  it('a new one begins after half an hour, once for all concurrent calls', async () => {
    const user = await createTestUser(app);
    await leave(user, 29);
    expect(await readHome(user)).toMatchObject({ previousVisitAt: null });
    const left = await leave(user, 31);
    const homes = await Promise.all([readHome(user), readHome(user), readHome(user)]);
    expect(homes.map(({ previousVisitAt }) => previousVisitAt)).toEqual(Array(3).fill(left.toISOString()));
    expect(homes[0]?.away?.since).toBe(left.toISOString());
  });

  it('someone who stays is not away', async () => {
    const user = await createTestUser(app);
    const left = await leave(user, 600);
    for (let minutes = 0; minutes < 60; minutes += 20) {
      expect(await readHome(user)).toMatchObject({ previousVisitAt: left.toISOString() });
      app.passMs(20 * minuteMs);
    }
  });

  it('counts thirty days at most', async () => {
    const user = await createTestUser(app);
    await leave(user, 60 * 24 * 90);
    const { away } = await readHome(user);
    expect(app.ctx.clock().getTime() - Date.parse(away?.since ?? '')).toBeLessThan(31 * 24 * 60 * minuteMs);
  });

  it('are for users', async () => {
    expect((await app.http.inject({ url: '/api/home' })).statusCode).toBe(401);
  });
});

describe('while a user was away', () => {
  it('events of their character and lines of their tribe are counted, none of them twice', async () => {
    const { user, game, player } = await createTribesman();
    const kes = { id: player.id, name: 'Kes', level: 104 };
    const rex = { name: 'Rex', level: 50 };
    const tidewatch = { name: 'Tidewatch', id: '11' };
    await happen(game, {
      kind: 'died',
      text: 'Kes - Lvl 104 (Tidewatch) was killed by a Rex!',
      player: kes,
      other: rex,
    });
    const own = { isTribeLog: true, tribe: tidewatch };
    await happen(game, { ...own, kind: 'died', text: 'Tribemember Kes was killed by a Rex!', player: kes, other: rex });
    const mate = { name: 'Ola' };
    await happen(game, {
      ...own,
      kind: 'died',
      text: 'Tribemember Ola was killed by a Rex!',
      player: mate,
      other: rex,
    });
    await happen(game, { ...own, kind: 'lost', text: "Your 'Stone Wall' was destroyed!", thing: 'Stone Wall' });
    await happen(game, { ...own, tribe: { name: 'Brohalla', id: '12' }, kind: 'lost', text: 'Theirs', thing: 'Wall' });
    await happen(game, { kind: 'admin-command', text: 'a command', player: kes, thing: 'fly' });
    const { away } = await readHome(user);
    expect(away?.counts).toEqual({ deaths: 2, kills: 0, tames: 0, creaturesLost: 0, structuresLost: 1, others: 0 });
    expect(away?.entries.map(({ text }) => text)).toEqual([
      "Your 'Stone Wall' was destroyed!",
      'Tribemember Ola was killed by a Rex!',
      'Kes - Lvl 104 (Tidewatch) was killed by a Rex!',
    ]);
    expect(away?.entries[0]?.server).toEqual({ id: game.id, name: game.name });
  });

  it('their kills count as kills', async () => {
    const { user, game, player } = await createTribesman();
    const victim = newcomer('Victim');
    const killer = { playerId: player.id, name: 'Kes', tribe: 'Tidewatch' };
    await happen(game, { kind: 'died', text: 'Victim was killed by Kes!', player: victim, other: killer });
    const { away } = await readHome(user);
    expect(away?.counts).toMatchObject({ deaths: 0, kills: 1 });
  });

  it('nothing from before, and nothing of a tribe whose log they may not read', async () => {
    const { user, game } = await createTribesman();
    const line = { kind: 'lost', text: 'Hidden', thing: 'Wall', isTribeLog: true, tribe: { name: 'T', id: '11' } };
    await happen(game, line);
    await leave(user, 31);
    app.passMs(minuteMs);
    expect((await readHome(user)).away?.counts).toMatchObject({ structuresLost: 1 });
    const payload = { visibleTo: 'admins' };
    const url = `/api/ark/servers/${game.id}/structures`;
    const change = await app.http.inject({ method: 'PUT', url, headers: admin.headers, payload });
    expect(change.statusCode).toBe(200);
    expect((await readHome(user)).away).toMatchObject({ counts: { structuresLost: 0 }, entries: [] });
    await leave(user, 0);
    app.passMs(31 * minuteMs);
    expect((await readHome(user)).away?.entries).toEqual([]);
  });

  it('mail of others arrived', async () => {
    const { user, game, player } = await createTribesman();
    const send = (sender: TestUser, subject: string) =>
      app.http.inject({
        method: 'POST',
        url: `/api/ark/servers/${game.id}/mail`,
        headers: sender.headers,
        payload: { to: player.id, subject, body: 'Hello' },
      });
    expect((await send(admin, 'Your base')).statusCode).toBe(200);
    expect((await send(user, 'To myself')).statusCode).toBe(200);
    expect((await readHome(user)).away?.mail).toMatchObject({
      count: 1,
      latest: { sender: admin.username, subject: 'Your base', playerId: player.id },
    });
  });
});

it('lists the characters with level, tribe and where they are online', async () => {
  const { user, game, player } = await createTribesman();
  const elsewhere = await openGame(app);
  await linkCharacter(app, user, { serverId: elsewhere.id, playerId: player.id });
  await game.online(player);
  const { characters, chat } = await readHome(user);
  expect(characters).toMatchObject([
    {
      server: { id: game.id, name: game.name },
      playerId: player.id,
      name: 'Kestrel',
      survivor: 'Kes',
      level: 104,
      tribe: { id: 11, name: 'Tidewatch' },
      isAdmin: false,
      onlineSince: expect.any(String) as string,
    },
    { server: { id: elsewhere.id }, name: null, survivor: null, level: null, tribe: null, onlineSince: null },
  ]);
  expect(chat).toEqual({ kind: 'server', id: game.id, name: game.name, mayWrite: true });
});

it('offers the chat of the cluster, to write in for its players', async () => {
  const { user, game } = await createTribesman();
  const call = async (path: string, payload: object) =>
    (await app.http.inject({ method: 'POST', url: `/api/ark/${path}`, headers: admin.headers, payload })).json<{
      data: { id: string };
    }>().data;
  const { id } = await call('clusters', { clusterName: 'Obelisk' });
  await call(`clusters/${id}/servers`, { serverId: game.id });
  expect((await readHome(user)).chat).toEqual({ kind: 'cluster', id, name: 'Obelisk', mayWrite: true });
  const stranger = await createTestUser(app);
  await app.ctx.db.execute(`insert into favorite_servers values ('${stranger.id}', '${game.id}')`);
  expect((await readHome(stranger)).chat).toEqual({ kind: 'cluster', id, name: 'Obelisk', mayWrite: false });
});

describe('what needs an admin', () => {
  it('is listed for the servers they are admin of, the worst first', async () => {
    const [game, down] = [await openGame(app), await openGame(app)];
    const at = app.ctx.clock();
    await down.agent.sendEvents({ type: 'server.state', at, data: { state: 'down', reason: 'RCON refused' } });
    const never = await addTestServer(app);
    const everywhere = (await readHome(admin)).attention;
    expect(everywhere?.servers).toContainEqual({
      server: { id: down.id, name: down.name },
      state: 'down',
      reason: 'RCON refused',
      since: expect.any(String) as string,
      hasConnected: true,
    });
    expect(everywhere?.servers).toContainEqual({
      server: { id: never.id, name: never.name },
      state: 'offline',
      reason: null,
      since: null,
      hasConnected: false,
    });
    expect(everywhere?.servers[0]?.state).toBe('down');
    expect(everywhere?.agents[0]).toMatchObject({ name: expect.any(String) as string });
    const [ofGame, ofDown] = [await adminOf(game), await adminOf(down)];
    expect((await readHome(ofGame)).attention).toMatchObject({ servers: [], serverCount: 0, logins: null });
    expect((await readHome(ofDown)).attention).toMatchObject({
      servers: [{ server: { id: down.id } }],
      serverCount: 1,
      agents: [{ serverCount: 1, server: { id: down.id } }],
    });
  });

  it('says since when an agent has been gone', async () => {
    const game = await openGame(app, { players: [newcomer('Ann')] });
    const user = await adminOf(game);
    await game.agent.close();
    await expect
      .poll(async () => (await readHome(user)).attention?.servers[0])
      .toMatchObject({ state: 'offline', hasConnected: true, since: expect.any(String) as string });
  });

  it('has the number of reports that wait for them', async () => {
    const [ann, game] = [newcomer('Ann'), await openGame(app)];
    await game.online(ann);
    const [user, elsewhere] = [await adminOf(game), await adminOf(await openGame(app))];
    const payload = { playerId: ann.id, serverId: game.id, text: 'Blocks the path' };
    await app.http.inject({ method: 'POST', url: '/api/ark/reports', headers: admin.headers, payload });
    expect((await readHome(user)).attention?.reports).toBe(1);
    expect((await readHome(elsewhere)).attention?.reports).toBe(0);
  });

  it('failed logins are for Owners', async () => {
    for (let count = 0; count < 8; count += 1) expect((await failLogin()).statusCode).toBe(401);
    expect((await readHome(owner)).attention?.logins).toEqual({ failed: 8, locked: 1 });
    expect((await readHome(admin)).attention?.logins).toBeNull();
  });
});

it('costs few statements', async () => {
  const { user } = await createTribesman();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const counts: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    query.mockClear();
    await readHome(user);
    counts.push(query.mock.calls.length);
  }
  query.mockRestore();
  // The lowest: jobs of the portal run meanwhile. One statement finds the session, one what
  // they may do as a moderator.
  expect(Math.min(...counts)).toBeLessThanOrEqual(12);
});
