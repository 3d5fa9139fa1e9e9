import { gunzipSync } from 'node:zlib';
import { roles, serverStates } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { addLoadTestServers, removeLoadTestServers } from '../../load-test/load-test-data.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);

type Reply = { status: number; data: Record<string, unknown>; code: string; details: { fields: { field: string }[] } };

async function call(
  method: string,
  path: string,
  by: TestUser,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const reply = await app.http.inject({
    method: method as 'GET',
    url: `/api/ark${path}`,
    headers: { ...by.headers, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { ...reply.json<Reply>(), headers: reply.headers };
}

const audited = async (action: string) =>
  (
    await app.ctx.db.execute(
      `select actor, target, outcome, details from audit where action = '${action}' order by id desc`,
    )
  ).rows;

const lineOf = async (on: typeof app, host: string) => {
  const by = await createTestUser(on, { roles: [roles.Admin] });
  const reply = await on.http.inject({
    method: 'POST',
    url: '/api/ark/servers',
    headers: { ...by.headers, host },
    payload: { name: 'x', game: 'asa' },
  });
  return reply.json<{ data: { commandLine: string } }>().data.commandLine;
};

describe('adding a server', () => {
  it('returns its id, its token and the command line, only once', async () => {
    const { data } = await call(
      'POST',
      '/servers',
      admin,
      { name: '  The Island  ', game: 'ase' },
      { host: 'localhost:81' },
    );
    const { server, token, commandLine } = data as {
      server: { id: string; name: string };
      token: string;
      commandLine: string;
    };
    expect(server).toEqual({ id: expect.stringMatching(/^[\w-]{12}$/) as string, name: 'The Island' });
    expect(token).toMatch(/^th_[\w-]{43}$/);
    const [program, settings] = commandLine.split(' add ');
    expect(program).toMatch(`TRIBEHALL_TOKEN=${token} npx --yes`);
    expect(program).toMatch(/ npx --yes http:\/\/localhost:81\/api\/ark\/agent[\w./-]*\.tgz$/);
    expect(settings).toBe('--portal http://localhost:81 --game ase');
    expect(await audited('servers.add')).toMatchObject([
      { actor: admin.username, target: 'The Island', outcome: 'done' },
    ]);
    expect(JSON.stringify(await audited('servers.add'))).not.toContain(token);
    const agent = await connectTestAgent(app, { token, hello: { game: 'ase' } });
    expect(agent.hello.serverId).toBe(server.id);
  });

  it('uses the configured address, and never one that a shell would run', async () => {
    const named = await createTestApp({ PUBLIC_URL: 'https://ark.example/', HOST: '0.0.0.0' });
    const open = await createTestApp({ HOST: '0.0.0.0' });
    expect(await lineOf(named, 'ark.example')).toMatch(
      /^TRIBEHALL_TOKEN=\S+ npx --yes https:\/\/ark\.example\/api\/ark\/agent[\w./-]*\.tgz add /,
    );
    expect(await lineOf(open, 'a;$(reboot)')).toMatch(
      /^TRIBEHALL_TOKEN=\S+ npx --yes http:\/\/localhost:\d+\/api\/ark\/agent[\w./-]*\.tgz add /,
    );
  });

  it('refuses the name of another server, regardless of case and width', async () => {
    await call('POST', '/servers', admin, { name: 'Ragnarok', game: 'asa' });
    for (const name of ['RAGNAROK', 'Ｒagnarok', ' ragnarok'])
      expect(await call('POST', '/servers', admin, { name, game: 'asa' })).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
        details: { fields: [{ field: 'name' }] },
      });
  });

  it.each(['Portal', 'SERVER', 'Díscord', 'Ｐortal', 'Port\u034fal', '[Portal]', 'Portal] Olive: come here ['])(
    'refuses the name %j, which would look like lines of the portal, also as a new name',
    async (name) => {
      const { id } = await addTestServer(app);
      const refused = { status: 409, code: 'NAME_TAKEN', details: { fields: [{ field: 'name' }] } };
      expect(await call('POST', '/servers', admin, { name, game: 'asa' })).toMatchObject(refused);
      expect(await call('PUT', `/servers/${id}`, admin, { name })).toMatchObject(refused);
    },
  );

  it.each(['Portal Island', 'Server 2', '[EU] Discord Server'])('accepts the name %j', async (name) => {
    expect(await call('POST', '/servers', admin, { name, game: 'asa' })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ game: 'asa' }, 'name'],
    [{ name: ' ', game: 'asa' }, 'name'],
    [{ name: 'x'.repeat(65), game: 'asa' }, 'name'],
    [{ name: 'a\u0000b', game: 'asa' }, 'name'],
    [{ name: 'a\u202eb', game: 'asa' }, 'name'],
    [{ name: 'x', game: 'atlas' }, 'game'],
    [{ name: 'x', game: 'asa', clusterId: '' }, 'clusterId'],
  ])('refuses %j', async (body, field) => {
    const reply = await call('POST', '/servers', admin, body);
    expect(reply).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(reply.details.fields.map((found) => found.field)).toContain(field);
  });

  it('refuses a cluster that does not exist', async () => {
    expect(await call('POST', '/servers', admin, { name: 'lost', game: 'asa', clusterId: 'none' })).toMatchObject({
      status: 404,
      details: { fields: [{ field: 'clusterId' }] },
    });
  });
});

describe('changing a server', () => {
  it('renames it for all readers', async () => {
    const server = await addTestServer(app);
    const taken = await addTestServer(app);
    const published: unknown[] = [];
    onTestFinished(app.ctx.bus.subscribe(liveSubject, (data) => published.push((data as LiveMessage).data)));
    expect(await call('PUT', `/servers/${server.id}`, admin, { name: 'Aberration' })).toMatchObject({
      data: { id: server.id, name: 'Aberration' },
    });
    expect(published).toContainEqual(expect.objectContaining({ id: server.id, name: 'Aberration' }));
    expect(await audited('servers.rename')).toMatchObject([{ target: 'Aberration', details: { from: server.name } }]);
    expect(await call('PUT', `/servers/${server.id}`, admin, { name: 'ABERRATION' })).toMatchObject({ status: 200 });
    expect(await call('PUT', `/servers/${server.id}`, admin, { name: taken.name.toUpperCase() })).toMatchObject({
      status: 409,
      details: { fields: [{ field: 'name' }] },
    });
  });

  it('removes it with all its data', async () => {
    const server = await addTestServer(app);
    await call('POST', `/servers/${server.id}/favorite`, member);
    expect(await call('DELETE', `/servers/${server.id}`, member)).toMatchObject({ status: 403 });
    expect(await call('DELETE', `/servers/${server.id}`, admin)).toMatchObject({ status: 200, data: {} });
    expect(await call('GET', `/servers/${server.id}`, member)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await call('DELETE', `/servers/${server.id}`, admin)).toMatchObject({ status: 404 });
    const me = await app.http.inject({ url: '/api/users/me', headers: member.headers });
    expect(me.json<Reply>().data).toMatchObject({ ark: { favoriteServers: [] } });
    expect(await audited('servers.remove')).toMatchObject([{ target: server.name, actor: admin.username }]);
  });

  it('replaces its token with one that is unique and cannot be guessed', async () => {
    const [server, other] = await Promise.all([addTestServer(app), addTestServer(app)]);
    const put = (newToken: string) => call('POST', `/servers/${server.id}/token`, admin, { newToken });
    expect(await put(other.token)).toMatchObject({ status: 409, details: { fields: [{ field: 'newToken' }] } });
    for (const weak of ['0123456789abc', 'a'.repeat(40), `0123456789${'x'.repeat(40)}; reboot`])
      expect(await put(weak)).toMatchObject({ status: 400, details: { fields: [{ field: 'newToken' }] } });
    const newToken = 'mod_0123456789abcdefghijklmnopqrstuvwxyz';
    expect((await put(newToken)).data).toMatchObject({
      commandLine: expect.stringContaining(`TRIBEHALL_TOKEN=${newToken} npx `) as string,
    });
    expect(await audited('servers.token')).toMatchObject([{ target: server.name }]);
    expect(JSON.stringify(await audited('servers.token')) + app.logged.join('')).not.toContain(newToken);
  });
});

describe('the list of servers', () => {
  it('finds by a part of the name, case-insensitively, and takes every character literally', async () => {
    const names = ['Find 100%', 'find a_b', 'FIND c\\d', 'Find 100x'];
    for (const name of names) await addTestServer(app, { name });
    const find = async (filter: string) =>
      (await call('GET', `/servers?nameFilter=${encodeURIComponent(filter)}`, member)).data as unknown as {
        name: string;
      }[];
    const found = async (filter: string) => (await find(filter)).map(({ name }) => name);
    expect(await found('fInD')).toEqual(['Find 100%', 'Find 100x', 'find a_b', 'FIND c\\d']);
    expect(await found('100%')).toEqual(['Find 100%']);
    expect(await found('a_')).toEqual(['find a_b']);
    expect(await found('c\\')).toEqual(['FIND c\\d']);
    expect(await found('nothing like it')).toEqual([]);
    expect((await call('GET', '/servers?nameFilter=%00', member)).status).toBe(400);
  });

  it('of five thousand is quick and compressed', async () => {
    const crowd = await createTestApp();
    const user = await createTestUser(crowd);
    // Names and ids as people and the portal make them up: what does not repeat cannot be packed.
    await crowd.ctx.db.execute(
      `insert into servers (id, name, name_key, game, token_hash, created_at, state, player_count)
       select substr(md5(n::text), 1, 6) || upper(substr(md5(n::text), 7, 6)), name, lower(name), 'asa', n::text, now(),
         (array['up', 'up', 'up', 'up', 'degraded', 'booting', 'down'])[1 + n % 7], n % 70
       from (select n, 'Tribe ' || substr(md5('x' || n), 1, 8) || ' | Ragnarok PvP x' || n % 20 as name
             from generate_series(1, 5000) n) named`,
    );
    await crowd.ctx.db.execute("insert into portals (id, seen_at) values ('portal', now() + interval '1 day')");
    await crowd.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at)
       select id, 'link ' || id, 'portal', now() from servers where player_count % 2 = 0`,
    );
    const get = (encoding?: string) =>
      crowd.http.inject({
        url: '/api/ark/servers',
        headers: { ...user.headers, ...(encoding ? { 'accept-encoding': encoding } : {}) },
      });
    const packed = await get('br;q=0.5, gzip');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.rawPayload.length / 5000).toBeLessThan(60);
    const plain = await get();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect((await get('gzip;q=0')).headers['content-encoding']).toBeUndefined();
    const list = plain.json<{ data: { name: string; state: string; playerCount: number | null }[] }>().data;
    expect(list).toHaveLength(5000);
    expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).toSorted());
    expect(list.filter(({ state }) => state === 'offline')).toHaveLength(2500);
    expect(new Set(list.map(({ state }) => state))).toEqual(new Set(serverStates));
    const played = list.filter(({ state }) => state === 'up' || state === 'degraded');
    expect(list.filter(({ playerCount }) => playerCount !== null)).toEqual(played);
    const began = performance.now();
    for (let i = 0; i < 5; i += 1) await get('gzip');
    expect((performance.now() - began) / 5).toBeLessThan(1500);
  });

  it('can be filled with load-test servers, which can be removed without the others', async () => {
    await addLoadTestServers(app.ctx, 3);
    await addLoadTestServers(app.ctx, 2);
    const { data } = await call('GET', '/servers?nameFilter=load', member);
    expect((data as unknown as { name: string }[]).map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Load 000${n}`),
    );
    const server = await addTestServer(app);
    expect(await removeLoadTestServers(app.ctx)).toBe(5);
    expect(await call('GET', `/servers/${server.id}`, member)).toMatchObject({ status: 200 });
  });
});

describe('a favorite', () => {
  it('is added and removed, and published to the user’s other pages', async () => {
    const server = await addTestServer(app);
    const user = await createTestUser(app);
    const published: unknown[] = [];
    onTestFinished(
      app.ctx.bus.subscribe(liveSubject, (data) => {
        const message = data as LiveMessage;
        if (message.channel === `users.me/${user.id}`) published.push(message.data);
      }),
    );
    const toggle = () => call('POST', `/servers/${server.id}/favorite`, user);
    expect((await toggle()).data).toEqual({ favoriteServers: [server.id] });
    expect((await toggle()).data).toEqual({ favoriteServers: [] });
    expect(published).toMatchObject([{ ark: { favoriteServers: [server.id] } }, { ark: { favoriteServers: [] } }]);
    expect(await call('POST', '/servers/none/favorite', user)).toMatchObject({ status: 404 });
  });
});

describe('a server says', () => {
  it('how far away its game is', async () => {
    const server = await addTestServer(app);
    const ping = () => call('POST', `/servers/${server.id}/ping`, member);
    expect(await ping()).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    await connectTestAgent(app, { token: server.token, commands: { 'server.ping': () => ({ roundTripMs: 12.5 }) } });
    expect(await ping()).toMatchObject({ status: 200, data: { roundTripMs: 12.5 } });
    expect(await call('POST', '/servers/none/ping', member)).toMatchObject({ status: 404 });
  });

  it('so to concurrent callers with one command', async () => {
    const server = await addTestServer(app);
    let isAsked = false;
    const agent = await connectTestAgent(app, {
      token: server.token,
      commands: { 'server.ping': () => vi.waitUntil(() => isAsked && { roundTripMs: 1 }) },
    });
    const asked = Promise.all(Array.from({ length: 40 }, () => call('POST', `/servers/${server.id}/ping`, member)));
    await vi.waitUntil(() => agent.received.length > 0);
    isAsked = true;
    expect(new Set((await asked).map((reply) => reply.status))).toEqual(new Set([200]));
    expect(agent.received.length).toBeLessThan(10);
  });

  it('who its caller is there', async () => {
    const server = await addTestServer(app);
    const user = await createTestUser(app);
    expect((await call('GET', `/servers/${server.id}`, user)).data).toEqual({
      id: server.id,
      name: server.name,
      linkedPlayer: null,
    });
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, linked_at) values ('${user.id}', '${server.id}', '76561198000000001', now())`,
    );
    expect((await call('GET', `/servers/${server.id}/details`, user)).data).toMatchObject({
      linkedPlayer: { playerId: '76561198000000001', isAdmin: false },
      structureCount: null,
      cluster: null,
    });
  });
});
