import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { startFilesTest } from '../files/files.fixture.ts';
import { linkCharacter } from '../players/players.fixture.ts';
import { operator, record } from './audit.service.ts';

type Activity = ReplyInput<'GET /ark/servers/{id}/activity'>;

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });
const admin = await createTestUser(app, { roles: [roles.Admin] });
const servers = [await addTestServer(app), await addTestServer(app), await addTestServer(app)];
const [first = await addTestServer(app), second = first] = servers;

async function read(user: TestUser | undefined, path: string) {
  const reply = await app.http.inject({ url: `/api${path}`, headers: user?.headers ?? {} });
  const { data } = reply.json<{ data: Activity }>();
  return { status: reply.statusCode, body: reply.body, entries: data?.entries ?? [], hasMore: data?.hasMore };
}

const activityOf = (id: string, query = '') => `/ark/servers/${id}/activity${query}`;

async function note(serverId: string, target: string): Promise<void> {
  const details = { serverId, secret: 'only for Owners' };
  await record(app.ctx, operator, { action: 'servers.rename', target, outcome: 'done', details });
}

async function adminOf(serverId: string): Promise<TestUser> {
  const user = await createTestUser(app);
  await app.ctx.db.execute(`insert into server_admins values ('${user.id}', '${serverId}', now())`);
  return user;
}

describe('the activity of a server', () => {
  it('is read by those who administer it, each their own, and by nobody else', async () => {
    for (const { id, name } of servers) await note(id, `${name} changed`);
    const controllers = await Promise.all(servers.map(({ id }) => adminOf(id)));
    for (const [at, { id, name }] of servers.entries()) {
      for (const [of, controller] of controllers.entries()) {
        const { status, entries } = await read(controller, activityOf(id));
        expect(status).toBe(at === of ? 200 : 403);
        expect(entries.map(({ target }) => target)).toEqual(at === of ? [`${name} changed`, name] : []);
      }
      for (const portalAdmin of [owner, admin])
        expect((await read(portalAdmin, activityOf(id))).entries).toHaveLength(2);
      expect((await read(undefined, activityOf(id))).status).toBe(401);
    }
  });

  it('is for an admin in the game too, and not for a player', async () => {
    const [player, gameAdmin] = [await createTestUser(app), await createTestUser(app)];
    await linkCharacter(app, player, { serverId: first.id, playerId: '76561198000000011' });
    await linkCharacter(app, gameAdmin, { serverId: first.id, playerId: '76561198000000012', isAdmin: true });
    expect((await read(player, activityOf(first.id))).status).toBe(403);
    expect((await read(gameAdmin, activityOf(first.id))).status).toBe(200);
    expect((await read(gameAdmin, activityOf(second.id))).status).toBe(403);
  });

  it('does not tell which account linked which character', async () => {
    const { id } = await addTestServer(app);
    const details = { serverId: id };
    for (const action of ['players.link', 'players.unlink', 'mail.send', 'notes.add'])
      await record(app.ctx, operator, { action, target: 'Mira', outcome: 'done', details });
    expect((await read(await adminOf(id), activityOf(id))).entries.map(({ action }) => action)).toEqual([
      'servers.add',
    ]);
  });

  it('has no addresses, details or hashes', async () => {
    const { body, entries } = await read(await adminOf(first.id), activityOf(first.id));
    expect(Object.keys(entries[0] ?? {}).toSorted()).toEqual(['action', 'actor', 'at', 'id', 'outcome', 'target']);
    expect(body).not.toContain('only for Owners');
    expect(body).not.toContain('console');
  });

  it('comes in pages, newest first', async () => {
    const { id, name } = await addTestServer(app);
    for (let n = 0; n < 60; n += 1) await note(id, `change ${n}`);
    const page = await read(admin, activityOf(id));
    expect([page.entries.length, page.hasMore, page.entries[0]?.target]).toEqual([50, true, 'change 59']);
    const rest = await read(admin, activityOf(id, `?before=${page.entries.at(-1)?.id}`));
    expect([rest.entries.length, rest.hasMore, rest.entries.at(-1)?.target]).toEqual([11, false, name]);
    for (const before of ['x', '-1', '999999999999999999']) {
      expect((await read(admin, activityOf(id, `?before=${before}`))).status).toBe(400);
    }
  });

  it('of no server is not found', async () => {
    expect((await read(owner, activityOf('no-such-server'))).status).toBe(404);
  });
});

describe('the activity of a cluster', () => {
  it('is for Admins', async () => {
    const created = await app.http.inject({
      method: 'POST',
      url: '/api/ark/clusters',
      headers: admin.headers,
      payload: { clusterName: 'Obelisk' },
    });
    const path = `/ark/clusters/${created.json<{ data: { id: string } }>().data.id}/activity`;
    const { entries } = await read(admin, path);
    expect(entries).toMatchObject([{ action: 'clusters.create', actor: admin.username }]);
    expect((await read(await createTestUser(app), path)).status).toBe(403);
    expect((await read(await adminOf(first.id), path)).status).toBe(403);
    expect((await read(admin, '/ark/clusters/none/activity')).status).toBe(404);
  });
});

describe('the activity of a file', () => {
  it('is for Admins who may change it: not for others where it is private', async () => {
    const files = await startFilesTest();
    const [uploader, other] = [await files.admin(), await files.admin()];
    const fileId = await files.add({ name: 'a.txt', uploader, visibility: 'admins' });
    await files.call(uploader, 'PUT', `/${fileId}`, { visibility: 'private' });
    const mine = await files.call<Activity>(uploader, 'GET', `/${fileId}/activity`);
    expect(mine.data.entries).toMatchObject([{ action: 'files.visibility', target: 'a.txt' }]);
    expect(await files.call(other, 'GET', `/${fileId}/activity`)).toMatchObject({ code: 'NOT_FOUND' });
    const member = await createTestUser(files.app);
    expect(await files.call(member, 'GET', `/${fileId}/activity`)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
