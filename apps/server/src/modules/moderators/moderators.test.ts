import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { create as createCluster } from '../clusters/changes.service.ts';
import { operator } from '../audit/audit.service.ts';
import { readPowers } from './moderators.service.ts';

type Moderator = ReplyInput<'POST /ark/moderators'>;
type Mine = ReplyInput<'GET /ark/moderation/mine'>;
type Reply<Data> = { status: number; code?: string; data: Data; details?: { fields: { field: string }[] } };

const app = await createTestApp();
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
const admin = await createTestUser(app, { roles: [roles.Admin] });
const cluster = await createCluster(app.ctx, operator, 'Obelisk');
const [alone, clustered] = [await addTestServer(app), await addTestServer(app, { clusterId: cluster.id })];

async function call<Data>(user: TestUser, method: string, path: string, payload?: object): Promise<Reply<Data>> {
  const reply = await app.http.inject({
    method: method as 'GET',
    url: `/api/ark${path}`,
    headers: user.headers,
    ...(payload ? { payload } : {}),
  });
  return reply.json<Reply<Data>>();
}

async function createServerAdmin(serverId: string): Promise<TestUser> {
  const user = await createTestUser(app);
  await app.ctx.db.execute(`insert into server_admins values ('${user.id}', '${serverId}', now())`);
  return user;
}

const grant = (by: TestUser, to: TestUser, body: object) =>
  call<Moderator>(by, 'POST', '/moderators', { username: to.username, powers: ['kick'], maxBanDays: null, ...body });
const mine = async (user: TestUser) => (await call<Mine>(user, 'GET', '/moderation/mine')).data;
const onServer = (serverId: string) => ({ reach: { type: 'server', serverId } });
const onCluster = { reach: { type: 'cluster', clusterId: cluster.id } };

describe('a moderator', () => {
  it('may do what was granted where it was granted, until it is taken away', async () => {
    const user = await createTestUser(app);
    const { data } = await grant(admin, user, { ...onServer(alone.id), powers: ['history', 'kick'] });
    expect(data).toMatchObject({
      powers: ['history', 'kick'],
      reach: { name: alone.name },
      mayChange: true,
      role: null,
    });
    const kill = async (id: string) => (await call(user, 'POST', `/servers/${id}/players/76561198000000001/kill`)).code;
    expect([await kill(alone.id), await kill(clustered.id)]).toEqual(['SERVER_OFFLINE', 'FORBIDDEN']);
    expect((await call(user, 'GET', `/servers/${alone.id}/activity`)).status).toBe(200);
    expect((await call(user, 'GET', `/servers/${clustered.id}/activity`)).status).toBe(403);
    expect(await mine(user)).toEqual({
      everywhere: null,
      servers: [{ id: alone.id, name: alone.name, powers: ['history', 'kick'], maxBanDays: 0 }],
      clusters: [],
    });
    await call(admin, 'PUT', `/moderators/${data.id}`, { powers: ['history'], maxBanDays: null });
    expect(await kill(alone.id)).toBe('FORBIDDEN');
    await call(admin, 'DELETE', `/moderators/${data.id}`);
    expect((await call(user, 'GET', `/servers/${alone.id}/activity`)).status).toBe(403);
    expect((await mine(user)).servers).toEqual([]);
  });

  it('of a cluster moderates the servers in it, and with several grants may do all of it', async () => {
    const user = await createTestUser(app);
    await grant(admin, user, { ...onCluster, powers: ['ban'], maxBanDays: 7 });
    await grant(admin, user, { ...onServer(clustered.id), powers: ['ban', 'mute'], maxBanDays: 30 });
    const { servers, clusters } = await mine(user);
    expect(servers).toEqual([{ id: clustered.id, name: clustered.name, powers: ['mute', 'ban'], maxBanDays: 30 }]);
    expect(clusters).toEqual([{ id: cluster.id, name: 'Obelisk', powers: ['ban'], maxBanDays: 7 }]);
    const subject = { userId: user.id, roles: [] };
    const inCluster = await readPowers(app.ctx, subject, { type: 'cluster', clusterId: cluster.id });
    expect([inCluster.has('ban'), inCluster.has('mute'), inCluster.maxBanDays]).toEqual([true, false, 7]);
    expect((await readPowers(app.ctx, subject, { type: 'all' })).has('ban')).toBe(false);
  });

  it('of a server that is removed has nothing left, also not on servers without a cluster', async () => {
    const user = await createTestUser(app);
    const { id } = await addTestServer(app);
    const gone = await createCluster(app.ctx, operator, 'Soon gone');
    await grant(admin, user, onServer(id));
    await grant(admin, user, { reach: { type: 'cluster', clusterId: gone.id } });
    await call(admin, 'DELETE', `/servers/${id}`);
    await call(admin, 'DELETE', `/clusters/${gone.id}`);
    expect(await mine(user)).toEqual({ everywhere: null, servers: [], clusters: [] });
    expect((await call(user, 'GET', `/servers/${alone.id}/activity`)).status).toBe(403);
  });

  it('of all servers moderates those that are added later, too', async () => {
    const user = await createTestUser(app);
    await grant(admin, user, { reach: { type: 'all' }, powers: ['ban'], maxBanDays: 3 });
    const { id } = await addTestServer(app);
    const powers = await readPowers(app.ctx, { userId: user.id, roles: [] }, { type: 'server', serverId: id });
    expect([powers.has('ban'), powers.has('kick'), powers.maxBanDays]).toEqual([true, false, 3]);
    expect((await mine(user)).everywhere).toEqual({ powers: ['ban'], maxBanDays: 3 });
  });
});

describe('an admin of a server', () => {
  it('names its moderators, and changes none of other servers, of the cluster or of all', async () => {
    const [owner, user] = [await createServerAdmin(clustered.id), await createTestUser(app)];
    const path = `/servers/${clustered.id}/moderators`;
    const given = { username: user.username.toUpperCase(), powers: ['ban', 'kick', 'kick'], maxBanDays: null };
    const { data } = await call<Moderator>(owner, 'POST', path, given);
    expect(data).toMatchObject({ user: { name: user.username }, powers: ['kick', 'ban'], maxBanDays: null });
    const [other, ofCluster, ofAll] = await Promise.all([
      createTestUser(app),
      createTestUser(app),
      createTestUser(app),
    ]);
    const beyond = [
      await grant(admin, other, onServer(alone.id)),
      await grant(admin, ofCluster, onCluster),
      await grant(admin, ofAll, { reach: { type: 'all' } }),
    ];
    const list = (await call<Moderator[]>(owner, 'GET', path)).data;
    const shown = (wanted: TestUser) => list.find(({ user }) => user.id === wanted.id)?.mayChange;
    expect([user, other, ofCluster, ofAll].map(shown)).toEqual([true, undefined, false, false]);
    for (const { data } of beyond) {
      expect((await call(owner, 'PUT', `${path}/${data.id}`, { powers: ['kick'], maxBanDays: 1 })).code).toBe(
        'NOT_FOUND',
      );
      expect((await call(owner, 'DELETE', `${path}/${data.id}`)).code).toBe('NOT_FOUND');
      expect((await call(owner, 'DELETE', `/moderators/${data.id}`)).code).toBe('FORBIDDEN');
    }
    expect((await grant(owner, other, onCluster)).code).toBe('FORBIDDEN');
    expect((await call(owner, 'GET', `/servers/${alone.id}/moderators`)).code).toBe('FORBIDDEN');
    expect((await call(owner, 'DELETE', `${path}/${data.id}`)).status).toBe(200);
  });

  it('is not what a moderator with every power is', async () => {
    const [user, friend] = [await createTestUser(app), await createTestUser(app)];
    const all = ['history', 'kick', 'warn', 'mute', 'ban', 'mail', 'console', 'structures'];
    const { data } = await grant(admin, user, { reach: { type: 'all' }, powers: all });
    expect((await call(user, 'GET', `/servers/${alone.id}/moderators`)).code).toBe('FORBIDDEN');
    const body = { username: friend.username, powers: ['kick'], maxBanDays: null };
    expect((await call(user, 'POST', `/servers/${alone.id}/moderators`, body)).code).toBe('FORBIDDEN');
    expect((await call(user, 'PUT', `/moderators/${data.id}`, body)).code).toBe('FORBIDDEN');
  });
});

describe('a grant that is wrong', () => {
  it.each([
    ['nobody', { username: 'nobody there' }, 404, 'username'],
    ['no name', { username: ' ' }, 400, 'username'],
    ['no power', { powers: [] }, 400, 'powers'],
    ['an unknown power', { powers: ['fly'] }, 400, 'powers.0'],
    ['no days', { powers: ['ban'], maxBanDays: 0 }, 400, 'maxBanDays'],
    ['half a day', { powers: ['ban'], maxBanDays: 0.5 }, 400, 'maxBanDays'],
    ['an unknown server', { reach: { type: 'server', serverId: 'none' } }, 404, 'reach'],
    ['an unknown cluster', { reach: { type: 'cluster', clusterId: 'none' } }, 404, 'reach'],
  ])('(%s) says which field', async (_, body, status, field) => {
    const reply = await grant(admin, await createTestUser(app), { ...onServer(alone.id), ...body });
    expect(reply).toMatchObject({ status, details: { fields: [{ field }] } });
  });

  it('comes twice, to a disabled account or to a program', async () => {
    const [user, disabled] = [await createTestUser(app), await createTestUser(app)];
    const bot = await createTestUser(app, { roles: [roles.DiscordBot] });
    const both = await Promise.all([1, 2].map(() => grant(admin, user, onServer(alone.id))));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await app.ctx.db.execute(`update users set disabled_at = now() where id = '${disabled.id}'`);
    expect(await grant(admin, disabled, onServer(alone.id))).toMatchObject({ code: 'CONFLICT' });
    expect(await grant(admin, bot, onServer(alone.id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('the power of a Discord role ends when Discord has not confirmed it for a minute', async () => {
  const user = await createTestUser(app);
  const at = app.ctx.clock().toISOString();
  await app.ctx.db.execute(
    `insert into moderator_roles values ('rule', '1', '2', 'Mods', 'all', null, null, '', '{kick}', null, '', now());
     insert into moderators values ('by-role', '${user.id}', 'all', null, null, '', '{kick}', null, 'rule', 'Discord', '${at}')`,
  );
  const has = async () => (await readPowers(app.ctx, { userId: user.id, roles: [] }, { type: 'all' })).has('kick');
  expect([await has(), (await mine(user)).everywhere?.powers]).toEqual([true, ['kick']]);
  expect(await call(admin, 'DELETE', '/moderators/by-role')).toMatchObject({ code: 'CONFLICT' });
  app.passMs(61_000);
  expect([await has(), (await mine(user)).everywhere]).toEqual([false, null]);
});

it('an open stream ends within a second of the right to read it', async () => {
  const user = await createServerAdmin(alone.id);
  const reply = await fetch(`${url}/api/events?topics=servers.setup/${alone.id}`, { headers: user.headers });
  expect(reply.status).toBe(200);
  await app.ctx.db.execute(`delete from server_admins where user_id = '${user.id}'`);
  expect(await reply.text()).toContain('"event":"close"');
  expect((await fetch(`${url}/api/events?topics=servers.setup/${alone.id}`, { headers: user.headers })).status).toBe(
    403,
  );
});

const found = async (by: TestUser, search: string, path = '/moderators/candidates') =>
  call<{ name: string }[]>(by, 'GET', `${path}?search=${encodeURIComponent(search)}`);
const rename = (user: TestUser, name: string, changes = '') =>
  app.ctx.db.execute(
    `update users set username = '${name}', username_key = '${name.toLowerCase()}' ${changes} where id = '${user.id}'`,
  );
const ofServer = (id: string) => `/servers/${id}/moderators/candidates`;

describe('users to choose from', () => {
  it('are found by a part of their name, without anything else about them', async () => {
    const names = ['Quillon', 'The Quill', 'Quilla_x', 'quill@mail.test', 'Quillbot', 'Quilldisabled'];
    const users = await Promise.all(names.map(() => createTestUser(app)));
    const changes = [
      '',
      '',
      '',
      `, email = 'quill@mail.test'`,
      `, roles = '{${roles.DiscordBot}}'`,
      `, disabled_at = now()`,
    ];
    for (const [index, user] of users.entries()) await rename(user, names[index] ?? '', changes[index]);
    expect((await found(admin, 'QUÍLL')).data).toEqual([
      { name: 'Quilla_x' },
      { name: 'Quillon' },
      { name: 'The Quill' },
    ]);
    expect((await found(admin, 'a_x')).data).toEqual([{ name: 'Quilla_x' }]);
    expect((await found(admin, 'mail.test')).data).toEqual([]);
    expect((await found(admin, users[0]?.email ?? '')).data).toEqual([]);
    expect((await found(admin, 'q')).status).toBe(400);
    expect((await found(admin, '\u0301\u0301')).data).toEqual([]);
  });

  it('are at most eight, for those who choose moderators alone', async () => {
    const users = await Promise.all(Array.from({ length: 9 }, () => createTestUser(app)));
    for (const [index, user] of users.entries()) await rename(user, `Octavo ${index}`);
    const operatorOf = await createServerAdmin(alone.id);
    expect((await found(admin, 'octavo')).data).toHaveLength(8);
    expect((await found(operatorOf, 'octavo', ofServer(alone.id))).data).toHaveLength(8);
    expect((await found(operatorOf, 'octavo', ofServer(clustered.id))).status).toBe(403);
    expect((await found(operatorOf, 'octavo')).status).toBe(403);
    const [moderator] = users;
    if (moderator) await grant(admin, moderator, { ...onServer(alone.id), username: 'Octavo 0' });
    expect((await found(moderator ?? admin, 'octavo', ofServer(alone.id))).status).toBe(403);
  });
});
