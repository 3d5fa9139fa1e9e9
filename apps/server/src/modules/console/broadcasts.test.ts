import { rights, roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { alice, bob, linkCharacter, openGame, type AuditRow } from '../players/players.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

type Reply = { status: number; code?: string; error?: string; data: ReplyInput<'POST /ark/broadcasts'> };
type Received = { params: { text: string } }[];

async function send(body: object, as = admin): Promise<Reply> {
  const reply = await app.http.inject({ method: 'POST', url: '/api/ark/broadcasts', headers: as.headers, body });
  return reply.json<Reply>();
}

const shows = { 'server.broadcast': () => ({}) };
const failing = (name: 'gameOffline' | 'timeout') => ({
  'server.broadcast': () => {
    throw new CommandError(name, 'A reason.');
  },
});
const ofServer = (serverId: string) => ({ type: 'server', serverId });

async function newCluster(): Promise<{ clusterId: string; add: () => ReturnType<typeof addTestServer> }> {
  const { id: clusterId } = await clusters.create(app.ctx, operator, `Cluster ${Math.random()}`);
  return { clusterId, add: () => addTestServer(app, { clusterId }) };
}

/** Fills when so many have arrived. */
function barrier(size: number) {
  let count = 0;
  let open: () => void;
  const isFull = new Promise<void>((resolve) => (open = resolve));
  const arrive = () => {
    count += 1;
    if (count === size) open();
    return {};
  };
  return { isFull, arrive };
}

async function lastEntry(): Promise<AuditRow | undefined> {
  const { rows } = await app.ctx.db.execute(
    `select action, actor, target, outcome, details from audit where action = 'servers.broadcast' order by id`,
  );
  return (rows as AuditRow[]).at(-1);
}

describe('a broadcast', () => {
  it('to a server is shown there and recorded with its text', async () => {
    const game = await openGame(app, { commands: shows });
    expect(await send({ reach: ofServer(game.id), text: ' Restart at 8 ' })).toEqual({
      status: 200,
      data: { servers: [{ id: game.id, name: game.name, outcome: 'shown', reason: null }] },
    });
    expect(game.agent.received as unknown as Received).toMatchObject([{ params: { text: 'Restart at 8' } }]);
    expect(await lastEntry()).toEqual({
      action: 'servers.broadcast',
      actor: admin.username,
      target: game.name,
      outcome: 'done',
      details: { serverId: game.id, reach: 'server', text: 'Restart at 8', servers: 1, shown: 1 },
    });
  });

  it('to a cluster is shown on its servers and no others, with the outcome of each', async () => {
    const { clusterId, add } = await newCluster();
    const shown = await openGame(app, { server: await add(), commands: shows });
    const stopped = await openGame(app, { server: await add(), commands: failing('gameOffline') });
    const silent = await openGame(app, { server: await add(), commands: failing('timeout') });
    const offline = await add();
    const other = await openGame(app, { commands: shows });
    const { data } = await send({ reach: { type: 'cluster', clusterId }, text: 'Hello' });
    const outcomes = Object.fromEntries(data.servers.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toEqual({
      [shown.id]: 'shown',
      [stopped.id]: 'failed',
      [silent.id]: 'unknown',
      [offline.id]: 'failed',
    });
    expect(data.servers.find(({ id }) => id === offline.id)?.reason).toBe('The server is not connected.');
    expect(other.agent.received).toEqual([]);
    expect(await lastEntry()).toMatchObject({
      outcome: 'Shown on 1 of 4 servers',
      details: { clusterId, reach: 'cluster', shown: 1, servers: 4 },
    });
  });

  it('does not wait for a server that is silent before it goes to the others', async () => {
    const { clusterId, add } = await newCluster();
    const others = barrier(3);
    // It answers only once the three others have shown the message.
    const waits = async () => {
      await others.isFull;
      return {};
    };
    await openGame(app, { server: await add(), commands: { 'server.broadcast': waits } });
    for (let index = 0; index < 3; index += 1)
      await openGame(app, { server: await add(), commands: { 'server.broadcast': others.arrive } });
    const { data } = await send({ reach: { type: 'cluster', clusterId }, text: 'Hello' });
    expect(data.servers.map(({ outcome }) => outcome)).toEqual(['shown', 'shown', 'shown', 'shown']);
  });

  it('goes to many servers at once, so that those who are silent are waited for together', async () => {
    const { clusterId, add } = await newCluster();
    const count = 12;
    const all = barrier(count);
    // Each answers only once all have been asked.
    const waits = async () => {
      all.arrive();
      await all.isFull;
      return {};
    };
    for (let index = 0; index < count; index += 1)
      await openGame(app, { server: await add(), commands: { 'server.broadcast': waits } });
    const { data } = await send({ reach: { type: 'cluster', clusterId }, text: 'Hello' });
    expect(data.servers.map(({ outcome }) => outcome)).toEqual(Array(count).fill('shown'));
  });

  it('to all servers goes to every one', async () => {
    const game = await openGame(app, { commands: shows });
    const offline = await addTestServer(app);
    const { data } = await send({ reach: { type: 'all' }, text: 'Hello' });
    expect(data.servers).toContainEqual({ id: game.id, name: game.name, outcome: 'shown', reason: null });
    expect(data.servers.map(({ id }) => id)).toContain(offline.id);
    expect(await lastEntry()).toMatchObject({ target: 'All servers', details: { reach: 'all' } });
  });

  it('to a server is for its admins; to a cluster or all it is not for the admins of one server', async () => {
    const { clusterId, add } = await newCluster();
    const game = await openGame(app, { server: await add(), commands: shows });
    const other = await openGame(app, { server: await add(), commands: shows });
    const [gameAdmin, player] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, gameAdmin, { serverId: game.id, playerId: alice.id, isAdmin: true });
    await linkCharacter(app, player, { serverId: game.id, playerId: bob.id });
    const text = 'Hello';
    expect(await send({ reach: ofServer(game.id), text }, player)).toMatchObject({ status: 403 });
    for (const reach of [ofServer(other.id), { type: 'cluster', clusterId }, { type: 'all' }])
      expect(await send({ reach, text }, gameAdmin)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await send({ reach: ofServer(other.id), text }, gameAdmin)).error).toBe(rights.serverConsole);
    expect([...game.agent.received, ...other.agent.received]).toEqual([]);
    expect(await send({ reach: ofServer(game.id), text }, gameAdmin)).toMatchObject({ status: 200 });
  });

  it.each([
    [{ reach: ofServer('nowhere'), text: 'a' }, 404, undefined],
    [{ reach: { type: 'cluster', clusterId: 'nowhere' }, text: 'a' }, 404, undefined],
    [{ reach: { type: 'all' }, text: '  ' }, 400, 'text'],
    [{ reach: { type: 'all' }, text: 'a\nb' }, 400, 'text'],
    [{ reach: { type: 'all' }, text: 'x'.repeat(501) }, 400, 'text'],
    [{ reach: { type: 'world' }, text: 'a' }, 400, 'reach.type'],
  ])('cannot be %j', async (body, status, field) => {
    expect(await send(body)).toMatchObject({
      status,
      ...(field === undefined ? {} : { details: { fields: [{ field }] } }),
    });
  });
});
