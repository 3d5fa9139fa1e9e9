import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp, restarted, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { writeUses } from '../sessions/session-uses.service.ts';
import { removeExpired } from '../sessions/sessions.service.ts';

const app = await createTestApp();
const minuteMs = 60_000;

type Session = { id: string; device: string; address: string; lastAddress: string; lastUsedAt: string } & {
  isCurrent: boolean;
};
type Who = Pick<TestUser, 'headers'>;

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: Who, payload?: object, on = app) {
  const reply = await on.http.inject({ method, url: `/api${path}`, headers: who.headers, ...(payload && { payload }) });
  return reply.json<{ status: number; code?: string; data: unknown; details?: unknown }>();
}

async function logIn(user: TestUser, device: string, on: TestApp = app): Promise<TestUser> {
  const reply = await on.http.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { 'user-agent': device },
    remoteAddress: '198.51.100.7',
    payload: { email: user.email, password: testPassword },
  });
  const { accessToken } = reply.json<{ data: { accessToken: string } }>().data;
  return { ...user, token: accessToken, headers: { authorization: `Bearer ${accessToken}` } };
}

const sessionsOf = async (who: Who) => (await call('GET', '/users/me/sessions', who)).data as Session[];
const idOf = ({ token }: TestUser) => token.split('.')[0] ?? '';
const statusOf = async (who: Who) => (await call('GET', '/users/me', who)).status;
const taken = (field: string, code: string) => ({ status: 409, code, details: { fields: [{ field }] } });
const remove = (user: TestUser, given: object = {}, on = app) =>
  call('DELETE', '/users/me', user, { username: user.username, password: testPassword, ...given }, on);

describe('own sessions', () => {
  it('are listed with device, addresses and last use, this one marked', async () => {
    const user = await createTestUser(app);
    const phone = await logIn(user, `<img src=x onerror=alert(1)>\u202e${'x'.repeat(500)}`);
    app.passMs(10 * minuteMs);
    await app.http.inject({ url: '/api/users/me', headers: phone.headers, remoteAddress: '203.0.113.9' });
    const [first, second] = await sessionsOf(user);
    expect(first).toMatchObject({
      id: idOf(phone),
      address: '198.51.100.7',
      lastAddress: '203.0.113.9',
      isCurrent: false,
    });
    expect(first?.device).toHaveLength(300);
    expect(second).toMatchObject({ id: idOf(user), isCurrent: true });
    expect(await sessionsOf(await createTestUser(app))).toHaveLength(1);
  });

  it('lose addresses and browser after ADDRESS_DAYS: of the login, and if unused, all', async () => {
    const app = await createTestApp({ ADDRESS_DAYS: '2' });
    const user = await createTestUser(app);
    const used = await logIn(user, 'Phone', app);
    await logIn(user, 'Tablet', app);
    app.passMs(3 * 24 * 60 * minuteMs);
    await app.http.inject({ url: '/api/users/me', headers: used.headers, remoteAddress: '203.0.113.9' });
    await writeUses(app.ctx);
    await removeExpired(app.ctx);
    const { rows } = await app.ctx.db.execute(
      'select device, address, last_address from sessions order by device desc',
    );
    expect(rows.slice(0, 2)).toEqual([
      { device: 'Phone', address: '', last_address: '203.0.113.9' },
      { device: '', address: '', last_address: '' },
    ]);
  });

  it('have their last use written in one batch, not by the request', async () => {
    const user = await createTestUser(app);
    const written = async () =>
      (await app.ctx.db.execute(`select last_used_at, last_address from sessions where id = '${idOf(user)}'`)).rows[0];
    await app.http.inject({ url: '/api/users/me', headers: user.headers, remoteAddress: '203.0.113.9' });
    expect(await written()).toEqual({ last_used_at: null, last_address: '' });
    await writeUses(app.ctx);
    expect(await written()).toEqual({ last_used_at: expect.any(String) as string, last_address: '203.0.113.9' });
    // A use that is known to be later is not overwritten by another portal; streams have no address.
    const there = restarted(app.ctx);
    there.state.sessions.uses.set(idOf(user), { address: '', atMs: 0 });
    const before = await written();
    await writeUses(there);
    expect(await written()).toEqual(before);
  });

  it('keep what could not be written for the next time', async () => {
    const user = await createTestUser(app);
    await statusOf(user);
    const db = { execute: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await expect(writeUses({ ...app.ctx, db: db as never })).rejects.toThrow('ECONNREFUSED');
    expect(app.ctx.state.sessions.uses.has(idOf(user))).toBe(true);
  });

  it('end one by one, at once, and only by their user', async () => {
    const user = await createTestUser(app);
    const [phone, stranger] = [await logIn(user, 'phone'), await createTestUser(app)];
    expect(await statusOf(phone)).toBe(200);
    const path = `/users/me/sessions/${idOf(phone)}`;
    expect(await call('DELETE', path, stranger)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await statusOf(phone)).toBe(200);
    expect((await call('DELETE', path, user)).status).toBe(200);
    expect([await statusOf(phone), await statusOf(user)]).toEqual([401, 200]);
    expect((await call('DELETE', path, user)).status).toBe(404);
  });

  it('end everywhere else, or everywhere', async () => {
    const user = await createTestUser(app);
    const others = [await logIn(user, 'phone'), await logIn(user, 'tablet')];
    expect(await call('DELETE', '/users/me/sessions', user)).toMatchObject({ status: 400 });
    expect((await call('DELETE', '/users/me/sessions?which=others', user)).data).toEqual({ ended: 2 });
    expect(await Promise.all([user, ...others].map(statusOf))).toEqual([200, 401, 401]);
    const again = await logIn(user, 'phone');
    expect((await call('DELETE', '/users/me/sessions?which=all', user)).data).toEqual({ ended: 2 });
    expect(await Promise.all([user, again].map(statusOf))).toEqual([401, 401]);
  });

  it('that end close their streams', async () => {
    const user = await createTestUser(app);
    const phone = await logIn(user, 'phone');
    const stream = app.http.inject({ url: '/api/events?topics=users.me', headers: phone.headers });
    await vi.waitUntil(() => app.ctx.state.events.hub.countOf(idOf(phone)) === 1);
    await call('DELETE', `/users/me/sessions/${idOf(phone)}`, user);
    expect((await stream).body).toContain('"event":"close"');
  });
});

describe('the own name and address', () => {
  it('change everywhere at once, with an entry in the audit', async () => {
    const user = await createTestUser(app);
    const next = { username: `${user.username} the Second`, email: `second-${user.email.toUpperCase()}` };
    expect((await call('PUT', '/users/me', user, next)).data).toMatchObject({
      username: next.username,
      email: next.email.toLowerCase(),
    });
    expect((await call('GET', '/users/me', user)).data).toMatchObject({ username: next.username });
    const { rows } = await app.ctx.db.execute(`select details from audit where target = '${next.username}'`);
    expect(rows).toEqual([
      {
        details: {
          from: { username: user.username, email: user.email },
          to: { username: next.username, email: next.email.toLowerCase() },
        },
      },
    ]);
    const login = { email: next.email, password: testPassword };
    const reply = await app.http.inject({ method: 'POST', url: '/api/users/login', payload: login });
    expect(reply.statusCode).toBe(200);
  });

  it('follow the rules of a new account', async () => {
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    const put = (next: object) => call('PUT', '/users/me', user, next);
    expect(await put({ username: other.username.toUpperCase() })).toMatchObject(taken('username', 'USERNAME_TAKEN'));
    expect(await put({ username: 'Ówner' })).toMatchObject(taken('username', 'USERNAME_TAKEN'));
    expect(await put({ email: other.email })).toMatchObject(taken('email', 'EMAIL_TAKEN'));
    for (const bad of [{ username: 'x' }, { username: 'a: b' }, { email: 'nowhere' }, {}])
      expect((await put(bad)).status).toBe(400);
    expect((await call('GET', '/users/me', user)).data).toMatchObject({ username: user.username, email: user.email });
    // The own name in another spelling is free.
    expect((await put({ username: user.username.toUpperCase() })).status).toBe(200);
  });

  it('need a recent confirmation of the password', async () => {
    const user = await createTestUser(app);
    app.passMs(16 * minuteMs);
    const put = () => call('PUT', '/users/me', user, { username: `${user.username} II` });
    expect(await put()).toMatchObject({ status: 403, code: 'CONFIRMATION_NEEDED' });
    await call('POST', '/users/me/confirm', user, { password: testPassword });
    expect((await put()).status).toBe(200);
  });
});

describe('deleting the own account', () => {
  it('needs the name and the password, and ends all sessions', async () => {
    const user = await createTestUser(app);
    const phone = await logIn(user, 'phone');
    expect(await remove(user, { username: 'someone' })).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'username' }] },
    });
    expect(await remove(user, { password: 'wrong one' })).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'password' }] },
    });
    expect(await statusOf(phone)).toBe(200);
    expect((await remove(user)).status).toBe(200);
    expect(await Promise.all([user, phone].map(statusOf))).toEqual([401, 401]);
    const { rows } = await app.ctx.db.execute(`select id from users where id = '${user.id}'`);
    expect(rows).toEqual([]);
  });

  it('is limited in guesses at the password', async () => {
    const user = await createTestUser(app);
    const replies = [];
    for (let guess = 0; guess < 9; guess += 1) replies.push(await remove(user, { password: `guess ${guess}` }));
    expect(replies.at(-1)?.status).toBe(429);
    expect((await remove(user)).status).toBe(429);
  });

  it('is refused to the last Owner', async () => {
    const fresh = await createTestApp();
    const owner = await createTestUser(fresh, { roles: [roles.Owner] });
    expect(await remove(owner, {}, fresh)).toMatchObject({ status: 409, code: 'LAST_OWNER' });
    await createTestUser(fresh, { roles: [roles.Owner] });
    expect((await remove(owner, {}, fresh)).status).toBe(200);
  });
});
