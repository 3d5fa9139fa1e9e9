import { roles } from '@tribehall/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { list } from '../audit/audit.service.ts';
import { startSession } from '../sessions/sessions.service.ts';
import { openMachineSession } from './machine.service.ts';
import { machineEmail } from './users.policy.ts';
import { findByEmail, lockOwners } from './users.store.ts';

const app = await createTestApp();
const { ctx } = app;
let owner: TestUser;
let user: TestUser;
beforeEach(async () => {
  owner = await createTestUser(app, { roles: [roles.Owner] });
  user = await createTestUser(app);
});

type Reply = { status: number; code?: string; error?: string; data: Record<string, unknown> };
type Given = { by?: TestUser; on?: TestApp; body?: object };

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, { by, on = app, body }: Given = {}) {
  const headers = by?.headers ?? {};
  const reply = await on.http.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) });
  return reply.json<Reply>();
}
const disable = (userId: string, given: Given = { by: owner }, isDisabled = true) =>
  call('PUT', `/users/${userId}/disabled`, { ...given, body: { isDisabled } });
const enable = (userId: string) => disable(userId, { by: owner }, false);
const end = (userId: string, by: TestUser) => call('DELETE', `/users/${userId}/sessions`, { by });
const me = (token: string) => app.http.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${token}` } });
const login = (password: string) => call('POST', '/users/login', { body: { email: user.email, password } });

describe('a disabled account', () => {
  it('is logged out at once, and a login with the right password says why', async () => {
    await startSession(ctx, user.id);
    expect(await disable(user.id)).toMatchObject({
      status: 200,
      data: { id: user.id, disabledAt: expect.any(String), sessions: 0 },
    });
    expect((await me(user.token)).json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    expect(await login(testPassword)).toMatchObject({ status: 403, code: 'ACCOUNT_DISABLED' });
  });

  it('is not revealed to anyone who does not know the password', async () => {
    await disable(user.id);
    const unknown = await call('POST', '/users/login', { body: { email: 'x@example.test', password: 'wrong one' } });
    expect(await login('wrong one')).toEqual(unknown);
    expect(unknown.code).toBe('INVALID_CREDENTIALS');
  });

  it('has no valid session, even one that slipped in, also after it is enabled', async () => {
    await disable(user.id);
    const slipped = await startSession(ctx, user.id);
    expect((await me(slipped)).statusCode).toBe(401);
    expect((await call('GET', `/users?search=${user.username}`, { by: owner })).data).toMatchObject({
      users: [{ disabledAt: expect.any(String), sessions: 0 }],
    });
    expect(await enable(user.id)).toMatchObject({ data: { disabledAt: null, sessions: 0 } });
    expect((await me(slipped)).statusCode).toBe(401);
    expect((await login(testPassword)).status).toBe(200);
  });

  it('is disabled once, and each change is in the audit', async () => {
    const first = await disable(user.id);
    app.passMs(1000);
    expect(await disable(user.id)).toEqual(first);
    await enable(user.id);
    const { entries } = await list(ctx, { target: user.username });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['users.enable', owner.username],
      ['users.disable', owner.username],
    ]);
  });

  it("cannot be disabled by an Admin or by oneself; the bot's account cannot be disabled", async () => {
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect(await disable(user.id, { by: admin })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await disable(owner.id)).toMatchObject({
      status: 403,
      error: "You can't disable your own account. Another Owner can do it.",
    });
    expect(await disable('nobody')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const token = await openMachineSession(ctx);
    const machine = await findByEmail(ctx.db, machineEmail);
    expect(await disable(machine?.id ?? '')).toMatchObject({ status: 403, error: 'This account belongs to the bot.' });
    expect((await me(token)).statusCode).toBe(200);
    expect((await me(user.token)).statusCode).toBe(200);
  });
});

describe('the last Owner who can log in', () => {
  it('is not disabled, demoted or removed, even if there are disabled Owners', async () => {
    const on = await createTestApp();
    const [first, second] = [
      await createTestUser(on, { roles: [roles.Owner] }),
      await createTestUser(on, { roles: [roles.Owner] }),
    ];
    const by = first;
    expect((await disable(second.id, { on, by })).status).toBe(200);
    const replies = [
      await disable(first.id, { on, by }),
      await call('PUT', `/users/${first.id}/roles`, { on, by, body: { roles: [roles.Admin] } }),
      await call('DELETE', `/users/${first.id}`, { on, by }),
    ];
    expect(replies.map(({ status, code }) => [status, code])).toEqual(replies.map(() => [409, 'LAST_OWNER']));
    expect((await call('PUT', `/users/${second.id}/roles`, { on, by, body: { roles: [] } })).status).toBe(200);
  });

  it.each([1, 2, 3])('stays when two disable each other at once (%i)', async () => {
    await ctx.db.execute('update users set disabled_at = now() where 1500 = any(roles)');
    const by = await createTestUser(app, { roles: [roles.Owner] });
    const other = await createTestUser(app, { roles: [roles.Owner] });
    const replies = await Promise.all([disable(other.id, { by }), disable(by.id, { by: other })]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const enabled = 'select 1 from users where 1500 = any(roles) and disabled_at is null';
    expect(await ctx.db.execute(enabled)).toMatchObject({ rowCount: 1 });
  });
});

it('a link for a user who is removed at the same moment waits for no Owner', async () => {
  await ctx.db.transaction(async (tx) => {
    expect(await lockOwners(tx, { orDemo: false })).toContain(owner.id);
    const link = await call('POST', '/users/password-reset/links', { by: owner, body: { username: user.username } });
    expect(link.status).toBe(200);
  });
});

describe('ending the sessions of a user', () => {
  it('logs out everywhere, returns how many, and is in the audit', async () => {
    const second = await startSession(ctx, user.id);
    expect((await call('GET', `/users?search=${user.username}`, { by: owner })).data).toMatchObject({
      users: [{ sessions: 2, disabledAt: null }],
    });
    expect(await call('DELETE', `/users/${user.id}/sessions`, { by: owner })).toMatchObject({ data: { ended: 2 } });
    for (const token of [user.token, second]) expect((await me(token)).statusCode).toBe(401);
    expect((await login(testPassword)).status).toBe(200);
    const { entries } = await list(ctx, { target: user.username });
    expect(entries).toMatchObject([{ action: 'sessions.end', details: { ended: 2 } }]);
  });

  it('counts only active sessions', async () => {
    app.passMs(8 * 24 * 60 * 60 * 1000);
    const fresh = await createTestUser(app, { roles: [roles.Owner] });
    const { data } = await call('GET', `/users?search=${user.username}`, { by: fresh });
    expect(data).toMatchObject({ users: [{ sessions: 0 }] });
  });

  it('is for the Owner only, and for people', async () => {
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect(await end(user.id, admin)).toMatchObject({ status: 403 });
    expect(await end('nobody', owner)).toMatchObject({ status: 404 });
    const token = await openMachineSession(ctx);
    const machine = await findByEmail(ctx.db, machineEmail);
    expect(await end(machine?.id ?? '', owner)).toMatchObject({ status: 403 });
    expect((await me(token)).statusCode).toBe(200);
  });
});
