import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';

type Listed = { id: string; name: string };
type Reply = { status: number; data: unknown; details: { fields: { field: string }[] } };

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);

async function call(by: TestUser, path: string, payload?: object): Promise<Reply> {
  const method = payload ? 'PUT' : 'GET';
  const url = `/api/ark/servers${path}`;
  return (await app.http.inject({ method, url, headers: by.headers, ...(payload && { payload }) })).json<Reply>();
}

const put = (by: TestUser, id: string, payload: object) => call(by, `/${id}/join`, payload);

async function listed(id: string): Promise<Listed | undefined> {
  return ((await call(member, '')).data as Listed[]).find((server) => server.id === id);
}

/** An admin of one server who is nothing in the portal. */
async function adminOf(serverId: string): Promise<TestUser> {
  const user = await createTestUser(app);
  await app.ctx.db.execute(
    `insert into server_admins (user_id, server_id, since) values ('${user.id}', '${serverId}', now())`,
  );
  return user;
}

describe('the join details of a server', () => {
  it('are entered by its admins, audited, and shown to everyone at once', async () => {
    const { id, name } = await addTestServer(app);
    const published: unknown[] = [];
    onTestFinished(app.ctx.bus.subscribe(liveSubject, (data) => published.push((data as LiveMessage).data)));
    const join = { maxPlayers: 70, joinAddress: 'play.example.org:7777' };
    const serverAdmin = await adminOf(id);
    expect(await put(serverAdmin, id, { ...join, joinAddress: ` ${join.joinAddress} ` })).toMatchObject({
      status: 200,
      data: join,
    });
    expect((await call(member, `/${id}/details`)).data).toMatchObject(join);
    expect(await listed(id)).toMatchObject({ maxPlayers: 70 });
    expect(published).toContainEqual(expect.objectContaining({ id, ...join }));
    const { rows } = await app.ctx.db.execute(
      `select actor, outcome, details from audit where action = 'servers.join' and target = '${name}'`,
    );
    expect(rows).toMatchObject([{ actor: serverAdmin.username, outcome: 'done', details: { serverId: id, ...join } }]);
    expect(await put(admin, id, { maxPlayers: null, joinAddress: null })).toMatchObject({ status: 200 });
    expect((await call(member, `/${id}/details`)).data).toMatchObject({ maxPlayers: null, joinAddress: null });
  });

  it('are not for others to change', async () => {
    const { id } = await addTestServer(app);
    const elsewhere = await adminOf((await addTestServer(app)).id);
    for (const user of [member, elsewhere])
      expect(await put(user, id, { maxPlayers: 5, joinAddress: null })).toMatchObject({ status: 403 });
    expect(await put(admin, 'nowhere', { maxPlayers: 5, joinAddress: null })).toMatchObject({ status: 404 });
    expect((await call(member, `/${id}/details`)).data).toMatchObject({ maxPlayers: null });
  });

  it.each([
    [{ maxPlayers: 0, joinAddress: null }, 'maxPlayers'],
    [{ maxPlayers: 1001, joinAddress: null }, 'maxPlayers'],
    [{ maxPlayers: 1.5, joinAddress: null }, 'maxPlayers'],
    [{ maxPlayers: '70', joinAddress: null }, 'maxPlayers'],
    [{ joinAddress: null }, 'maxPlayers'],
    [{ maxPlayers: null, joinAddress: '' }, 'joinAddress'],
    [{ maxPlayers: null, joinAddress: 'play.example.org' }, 'joinAddress'],
    [{ maxPlayers: null, joinAddress: 'play.example.org:70000' }, 'joinAddress'],
    [{ maxPlayers: null, joinAddress: 'a:1/../../x' }, 'joinAddress'],
    [{ maxPlayers: null, joinAddress: 'javascript:alert(1)' }, 'joinAddress'],
    [{ maxPlayers: null }, 'joinAddress'],
  ])('cannot be %j', async (body, field) => {
    const { id } = await addTestServer(app);
    const reply = await put(admin, id, body);
    expect(reply).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(reply.details.fields.map((found) => found.field)).toEqual([field]);
  });
});

describe('a server in the list', () => {
  it('has its game, cluster, map, version and why it is down; nothing of that is known before', async () => {
    await app.ctx.db.execute(
      "insert into clusters (id, name, name_key, created_at) values ('c1', 'Obelisk', 'obelisk', now())",
    );
    const { id, name, token } = await addTestServer(app, { game: 'ase', clusterId: 'c1' });
    const known = { id, name, game: 'ase', cluster: { id: 'c1', name: 'Obelisk' }, maxPlayers: null };
    const unknown = { state: 'offline', stateReason: null, playerCount: null, map: null, version: null };
    expect(await listed(id)).toEqual({ ...known, ...unknown });
    const agent = await connectTestAgent(app, { token, hello: { game: 'ase' } });
    const data = { state: 'down', reason: 'Nothing answers.', map: 'Ragnarok', version: '360.1' } as const;
    await agent.sendEvents({ type: 'server.state', data, at: app.ctx.clock() });
    const down = { state: 'down', stateReason: 'Nothing answers.', map: 'Ragnarok', version: '360.1' };
    expect(await listed(id)).toEqual({ ...known, ...down, playerCount: null });
    expect((await listed((await addTestServer(app)).id)) ?? {}).toMatchObject({ cluster: null });
  });
});
