import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);

type Body = { data: Record<string, unknown> & { id: string }; code?: string; error?: string; details?: unknown };

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, user: TestUser = admin) {
  const reply = await app.http.inject({
    method,
    url: `/api/ark/clusters${path}`,
    headers: user.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json<Body>() };
}

let counter = 0;
async function createCluster(): Promise<{ id: string; name: string }> {
  counter += 1;
  const name = `Cluster ${counter}`;
  return { id: (await call('POST', '', { clusterName: name })).body.data.id, name };
}

const audited = async (action: string, target: string) =>
  (await app.ctx.db.execute(`select details from audit where action = '${action}' and target = '${target}'`)).rows;

describe('a cluster', () => {
  it('is created by an Admin and listed by name with its servers, for everyone', async () => {
    const cluster = await createCluster();
    const b = await addTestServer(app, { name: 'b of cluster', clusterId: cluster.id });
    const a = await addTestServer(app, { name: 'A of cluster', clusterId: cluster.id });
    const shown = {
      ...cluster,
      servers: [
        { id: a.id, name: a.name },
        { id: b.id, name: b.name },
      ],
    };
    expect((await call('GET', '', undefined, member)).body.data).toContainEqual(shown);
    expect((await call('GET', `/${cluster.id}`, undefined, member)).body.data).toEqual(shown);
    expect(await audited('clusters.create', cluster.name)).toHaveLength(1);
  });

  it('has a unique name, regardless of case and width', async () => {
    await call('POST', '', { clusterName: 'Genesis One' });
    const same = await call('POST', '', { clusterName: ' ＧＥＮＥＳＩＳ one ' });
    expect(same).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', details: { fields: [{ field: 'clusterName' }] } },
    });
    const other = await createCluster();
    expect((await call('PUT', `/${other.id}`, { clusterName: 'genesis ONE' })).body.code).toBe('NAME_TAKEN');
  });

  it('is created once if two have the same name at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', { clusterName: 'At once' })));
    expect(made.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  it('is renamed, also to the same name in another case', async () => {
    const cluster = await createCluster();
    expect((await call('PUT', `/${cluster.id}`, { clusterName: cluster.name.toUpperCase() })).body.data).toEqual({
      id: cluster.id,
      name: cluster.name.toUpperCase(),
      servers: [],
    });
    expect(await audited('clusters.rename', cluster.name.toUpperCase())).toMatchObject([
      { details: { from: cluster.name } },
    ]);
  });

  it('is removed and leaves its servers and their chat', async () => {
    const cluster = await createCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    await app.ctx.db.execute(
      `insert into chat_messages (at, kind, server_id, cluster_id, name, text) values (now(), 'player', '${server.id}', '${cluster.id}', 'Bob', 'hi')`,
    );
    expect((await call('DELETE', `/${cluster.id}`)).status).toBe(200);
    expect((await call('GET', `/${cluster.id}`)).status).toBe(404);
    const remaining = await app.ctx.db.execute(
      `select m.text, m.cluster_id, s.cluster_id as of from chat_messages m join servers s on s.id = m.server_id where s.id = '${server.id}'`,
    );
    expect(remaining.rows).toEqual([{ text: 'hi', cluster_id: null, of: null }]);
    expect(await audited('clusters.remove', cluster.name)).toMatchObject([{ details: { serverIds: [server.id] } }]);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { clusterName: '  ' }],
    ['a long name', { clusterName: 'x'.repeat(65) }],
    ['a line break', { clusterName: 'a\nb' }],
    ['a NUL', { clusterName: 'a\0b' }],
    ['a turned direction', { clusterName: 'a\u202eb' }],
    ['half a character', { clusterName: 'a\ud800' }],
  ])('is not made with %s', async (_, payload) => {
    expect(await call('POST', '', payload)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: { fields: [{ field: 'clusterName' }] } },
    });
  });

  it.each([
    ['GET', '/nowhere', undefined],
    ['GET', '/nowhere/details', undefined],
    ['GET', '/nowhere/players', undefined],
    ['PUT', '/nowhere', { clusterName: 'Somewhere' }],
    ['DELETE', '/nowhere', undefined],
    ['POST', '/nowhere/servers', { serverId: 'nothing' }],
    ['DELETE', '/nowhere/servers/nothing', undefined],
  ] as const)('that does not exist: %s %s returns 404', async (method, path, payload) => {
    expect(await call(method, path, payload)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it.each([
    ['POST', '', { clusterName: 'Mine' }],
    ['PUT', '/any', { clusterName: 'Mine' }],
    ['DELETE', '/any', undefined],
    ['POST', '/any/servers', { serverId: 'any' }],
    ['DELETE', '/any/servers/any', undefined],
  ] as const)('is not changed by a member: %s %s', async (method, path, payload) => {
    expect(await call(method, path, payload, member)).toMatchObject({
      status: 403,
      body: { error: 'You need the role Admin.' },
    });
  });

  it('with a NUL in its id is a bad request', async () => {
    expect((await call('GET', '/%00/details')).status).toBe(400);
  });
});

describe('a server', () => {
  it('is added to a cluster and leaves its previous one', async () => {
    const [from, to] = [await createCluster(), await createCluster()];
    const server = await addTestServer(app, { clusterId: from.id });
    const moved = await call('POST', `/${to.id}/servers`, { serverId: server.id });
    expect(moved.body.data).toEqual({ ...to, servers: [{ id: server.id, name: server.name }] });
    expect((await call('GET', `/${from.id}`)).body.data['servers']).toEqual([]);
    expect(await audited('clusters.addServer', to.name)).toMatchObject([
      { details: { serverId: server.id, fromClusterId: from.id } },
    ]);
  });

  it('added to its own cluster stays there, and nothing is recorded', async () => {
    const cluster = await createCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    const again = await call('POST', `/${cluster.id}/servers`, { serverId: server.id });
    expect(again.body.data['servers']).toHaveLength(1);
    expect(await audited('clusters.addServer', cluster.name)).toEqual([]);
  });

  it('that does not exist cannot be added, and the error names the field', async () => {
    const cluster = await createCluster();
    expect(await call('POST', `/${cluster.id}/servers`, { serverId: 'nothing' })).toMatchObject({
      status: 404,
      body: { error: 'There is no such server.', details: { fields: [{ field: 'serverId' }] } },
    });
    expect((await call('POST', `/${cluster.id}/servers`, {})).body.details).toMatchObject({
      fields: [{ field: 'serverId' }],
    });
  });

  it('is removed once', async () => {
    const cluster = await createCluster();
    const server = await addTestServer(app, { clusterId: cluster.id });
    const path = `/${cluster.id}/servers/${server.id}`;
    expect((await call('DELETE', path)).status).toBe(200);
    expect(await call('DELETE', path)).toMatchObject({
      status: 404,
      body: { error: 'This server is not in this cluster.' },
    });
    expect(await audited('clusters.removeServer', cluster.name)).toHaveLength(1);
  });

  it('is moved only from the expected cluster, and moving it back is idempotent', async () => {
    const [from, to, third] = [await createCluster(), await createCluster(), await createCluster()];
    const server = await addTestServer(app, { clusterId: from.id });
    const move = (clusterId: string, fromClusterId: string | null) =>
      call('POST', `/${clusterId}/servers`, { serverId: server.id, fromClusterId });
    expect((await move(to.id, from.id)).status).toBe(200);
    expect((await move(from.id, to.id)).status).toBe(200);
    expect((await move(from.id, to.id)).status).toBe(200);
    expect(await audited('clusters.addServer', from.name)).toHaveLength(1);
    expect((await move(third.id, from.id)).status).toBe(200);
    expect(await move(to.id, from.id)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', error: `${server.name} has been moved to ${third.name} in the meantime.` },
    });
    expect((await call('GET', `/${third.id}`)).body.data['servers']).toHaveLength(1);
    expect(await audited('clusters.addServer', to.name)).toHaveLength(1);
    expect((await call('DELETE', `/${third.id}/servers/${server.id}`)).status).toBe(200);
    expect(await move(to.id, third.id)).toMatchObject({
      status: 409,
      body: { error: `${server.name} has been removed from its cluster in the meantime.` },
    });
    expect((await move(to.id, null)).status).toBe(200);
    expect(await move(third.id, null)).toMatchObject({ status: 409 });
  });

  it('that two people move at once is moved by one of them', async () => {
    const [from, ...targets] = await Promise.all(Array.from({ length: 5 }, createCluster));
    const server = await addTestServer(app, { clusterId: from?.id ?? '' });
    const responses = await Promise.all(
      targets.map(({ id }) => call('POST', `/${id}/servers`, { serverId: server.id, fromClusterId: from?.id })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  it('that was moved cannot be removed from its old cluster, and the error says where it is', async () => {
    const [from, to] = [await createCluster(), await createCluster()];
    const server = await addTestServer(app, { clusterId: to.id });
    expect(await call('DELETE', `/${from.id}/servers/${server.id}`)).toMatchObject({
      status: 404,
      body: { error: `${server.name} has been moved to ${to.name} in the meantime.` },
    });
    expect((await call('GET', `/${to.id}`)).body.data['servers']).toHaveLength(1);
  });

  it('can be added to many clusters at once while they are removed, without an error', async () => {
    const clusters = await Promise.all(Array.from({ length: 4 }, createCluster));
    const server = await addTestServer(app, { clusterId: clusters[0]?.id ?? '' });
    const responses = await Promise.all(
      clusters.flatMap(({ id }) => [
        call('POST', `/${id}/servers`, { serverId: server.id }),
        call('DELETE', `/${id}/servers/${server.id}`),
        call('DELETE', `/${id}`),
      ]),
    );
    expect(responses.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  });
});

describe('the details of a cluster', () => {
  it('contain the states of its servers and who plays there', async () => {
    const cluster = await createCluster();
    const connected = await addTestServer(app, { name: 'One that is on', clusterId: cluster.id });
    const offline = await addTestServer(app, { name: 'One that is off', clusterId: cluster.id });
    await app.ctx.db.execute(
      `update servers set state = 'up', player_count = 7, map = 'TheCenter' where id = '${offline.id}'`,
    );
    await app.ctx.db.execute(`update servers set max_players = 70 where id = '${connected.id}'`);
    const agent = await connectTestAgent(app, { token: connected.token });
    const players = [
      { id: '76561190000000001', name: 'zoe', survivor: 'Zoe of the Hills' },
      { id: '76561190000000002', name: 'Adam' },
    ];
    await agent.sendEvents(
      { type: 'server.state', data: { state: 'up', map: 'TheIsland' } },
      { type: 'players.online', data: { players } },
    );
    expect((await call('GET', `/${cluster.id}/details`, undefined, member)).body.data).toEqual({
      ...cluster,
      servers: [
        {
          id: offline.id,
          name: offline.name,
          isConnected: false,
          state: 'offline',
          stateReason: null,
          map: 'TheCenter',
          playerCount: null,
          maxPlayers: null,
        },
        {
          id: connected.id,
          name: connected.name,
          isConnected: true,
          state: 'up',
          stateReason: null,
          map: 'TheIsland',
          playerCount: 2,
          maxPlayers: 70,
        },
      ],
    });
    expect((await call('GET', `/${cluster.id}/players`, undefined, member)).body.data).toEqual([
      { id: players[1]?.id, name: 'Adam', survivor: null, serverId: connected.id },
      { ...players[0], serverId: connected.id },
    ]);

    await agent.sendEvents({ type: 'server.state', data: { state: 'down', reason: 'It does not answer.' } });
    expect((await call('GET', `/${cluster.id}/players`)).body.data).toEqual([]);
    await agent.close();
  });
});
