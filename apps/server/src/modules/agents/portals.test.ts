import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { openPortal } from './agents.fixture.ts';

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

/** The messages of a topic from now on. */
function listen(topic: string): unknown[] {
  const messages: unknown[] = [];
  const stop = app.ctx.bus.subscribe(liveSubject, (data) => {
    const message = data as LiveMessage;
    if (message.topic === topic) messages.push(message.data);
  });
  onTestFinished(stop);
  return messages;
}

describe('a portal process', () => {
  it('sends heartbeats, and deregisters when it stops: its agents are disconnected with a reason', async () => {
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

  it('sends a ping to an agent that says nothing, which is heard by its pong', async () => {
    const portal = openPortal(app, { heartbeatMs: 50, silenceMs: 5_000 });
    const { token } = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token });
    let pings = 0;
    agent.socket.on('ping', () => (pings += 1));
    await expect.poll(() => pings).toBeGreaterThan(3);
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
    await agent.close();
  });

  it('that died is noticed by the others: its connections no longer count, and readers get the new state', async () => {
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

  it('closes a connection that another portal took for dead, so that the agent reconnects', async () => {
    const portal = openPortal(app, { heartbeatMs: 50 });
    const server = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: server.token });
    await app.ctx.db.execute(`delete from links where server_id = '${server.id}'`);
    expect((await agent.closed).code).toBe(agentCloseCodes.stopping);
  });

  it('removes rows of connections that no longer exist', async () => {
    const portal = openPortal(app, { heartbeatMs: 50 });
    const server = await addTestServer(app);
    const agent = await connectTestAgent(portal, { token: server.token });
    const [row] = await rowsOf(`select portal_id from links where server_id = '${server.id}'`);
    const other = await addTestServer(app);
    await app.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at)
       values ('${other.id}', 'lost', '${String(row?.['portal_id'])}', now())`,
    );
    await expect.poll(() => rowsOf(`select 1 from links where server_id = '${other.id}'`)).toEqual([]);
    expect(agent.socket.readyState).toBe(agent.socket.OPEN);
  });
});

describe('the number of connected servers', () => {
  it('is the same on every portal as connections come and go', async () => {
    const other = openPortal(app);
    const messages = listen('stats');
    const before = await connectedServers();
    const agents = [];
    for (const portal of [app, other]) {
      const { token } = await addTestServer(app);
      agents.push(await connectTestAgent(portal, { token }));
    }
    await expect.poll(() => messages.at(-1)).toEqual({ connectedServers: before + 2 });
    expect(await connectedServers()).toBe(before + 2);
    for (const agent of agents) agent.cut();
    await expect.poll(() => messages.at(-1)).toEqual({ connectedServers: before });
    expect(await connectedServers()).toBe(before);
  });
});

it('forgets who was online a minute after a server disconnected, and not before', async () => {
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
  const stored = () => rowsOf(`select name from online_players where server_id = '${server.id}'`);
  app.passMs(50_000);
  const [beaten] = await rowsOf('select max(seen_at) as at from portals');
  await expect.poll(async () => (await rowsOf('select max(seen_at) as at from portals'))[0]).not.toEqual(beaten);
  expect(await stored()).toEqual([{ name: 'Ann' }]);
  app.passMs(15_000);
  await expect.poll(stored).toEqual([]);
});
