import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { openPortal } from './links.fixture.ts';

const app = await createTestApp();
const user = await createTestUser(app);

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  return (await app.ctx.db.execute(query)).rows;
}

async function stateOf(serverId: string): Promise<Record<string, unknown>> {
  const reply = await app.http.inject({ url: `/api/ark/servers/${serverId}/details`, headers: user.headers });
  return reply.json<{ data: Record<string, unknown> }>().data;
}

async function connectedServers(): Promise<number> {
  return (await app.http.inject({ url: '/api/ark/stats' })).json<{ data: { connectedServers: number } }>().data
    .connectedServers;
}

/** What is told on a topic from now on. */
function listen(topic: string): unknown[] {
  const told: unknown[] = [];
  const stop = app.ctx.bus.subscribe(liveSubject, (data) => {
    const message = data as LiveMessage;
    if (message.topic === topic) told.push(message.data);
  });
  onTestFinished(stop);
  return told;
}

describe('a portal process', () => {
  it('shows that it lives, and signs off when it stops: its agents are told, its links are gone', async () => {
    const before = await rowsOf('select id from portals');
    const portal = openPortal(app, { heartbeatMs: 50 });
    await expect.poll(() => rowsOf('select id from portals')).toHaveLength(before.length + 1);
    const seen = async () =>
      Number((await rowsOf('select max(extract(epoch from seen_at)) as at from portals'))[0]?.['at']);
    const first = await seen();
    await expect.poll(seen).toBeGreaterThan(first);
    const server = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: server.token });
    await portal.http.close();
    expect((await agent.closed).code).toBe(agentCloseCodes.stopping);
    expect(await rowsOf(`select 1 from links where server_id = '${server.id}'`)).toEqual([]);
    expect(await rowsOf('select id from portals')).toHaveLength(before.length);
    expect(await stateOf(server.id)).toMatchObject({ isConnected: false, state: 'offline' });
  });

  it('that died is noticed by the others: its links count no more, and the readers are told', async () => {
    const server = await addTestServer(app);
    await app.ctx.db.execute(`update servers set state = 'up', player_count = 3 where id = '${server.id}'`);
    await app.ctx.db.execute(`insert into portals (id, seen_at) values ('dead', now() - interval '14 seconds')`);
    await app.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at) values ('${server.id}', 'gone', 'dead', now())`,
    );
    expect(await stateOf(server.id)).toMatchObject({ isConnected: true, state: 'up', playerCount: 3 });
    const states = listen(`servers.state/${server.id}`);
    const stats = listen('stats');
    openPortal(app, { heartbeatMs: 50 });
    await expect
      .poll(() => stateOf(server.id))
      .toMatchObject({ isConnected: false, state: 'offline', playerCount: null });
    await expect.poll(() => states.at(-1)).toMatchObject({ id: server.id, state: 'offline' });
    await expect.poll(() => stats.at(-1)).toEqual({ connectedServers: 0 });
    expect(await rowsOf("select 1 from portals where id = 'dead'")).toEqual([]);
  });

  it('closes a link that it was taken for dead with, so that the agent comes back', async () => {
    const portal = openPortal(app, { heartbeatMs: 50 });
    const server = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: server.token });
    await app.ctx.db.execute(`delete from links where server_id = '${server.id}'`);
    expect((await agent.closed).code).toBe(agentCloseCodes.stopping);
  });

  it('removes what the database still says of a link that is gone', async () => {
    const portal = openPortal(app, { heartbeatMs: 50 });
    const server = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: server.token });
    const [link] = await rowsOf(`select portal_id from links where server_id = '${server.id}'`);
    const other = await addTestServer(app);
    await app.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at)
       values ('${other.id}', 'lost', '${String(link?.['portal_id'])}', now())`,
    );
    await expect.poll(() => rowsOf(`select 1 from links where server_id = '${other.id}'`)).toEqual([]);
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
  });
});

describe('the number of connected servers', () => {
  it('is told and answered by every portal as links come and go', async () => {
    const other = openPortal(app);
    const told = listen('stats');
    const before = await connectedServers();
    const agents = [];
    for (const portal of [app, other]) {
      const { token } = await addTestServer(app);
      agents.push(await connectTestAgent(portal, { token }));
    }
    await expect.poll(() => told.at(-1)).toEqual({ connectedServers: before + 2 });
    expect(await connectedServers()).toBe(before + 2);
    for (const agent of agents) agent.cut();
    await expect.poll(() => told.at(-1)).toEqual({ connectedServers: before });
    expect(await connectedServers()).toBe(before);
  });
});

it('forgets who was online on a server whose link has been gone for a minute, and not before', async () => {
  const portal = openPortal(app, { heartbeatMs: 50 });
  const server = await addTestServer(app);
  const agent = await connectTestAgent(portal, { token: server.token });
  const players = [{ id: '76561198000000001', name: 'Ann' }];
  await agent.sendEvents(
    { type: 'server.state', data: { state: 'up' } },
    { type: 'players.online', data: { players } },
  );
  await agent.close();
  await expect.poll(() => stateOf(server.id)).toMatchObject({ state: 'offline', playerCount: null });
  const kept = () => rowsOf(`select name from online_players where server_id = '${server.id}'`);
  app.passMs(50_000);
  const [beaten] = await rowsOf('select max(seen_at) as at from portals');
  await expect.poll(async () => (await rowsOf('select max(seen_at) as at from portals'))[0]).not.toEqual(beaten);
  expect(await kept()).toEqual([{ name: 'Ann' }]);
  app.passMs(15_000);
  await expect.poll(kept).toEqual([]);
});
