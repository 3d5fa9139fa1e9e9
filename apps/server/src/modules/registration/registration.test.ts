import { roles } from '@tribehall/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
import { changeSite } from '../site/settings.service.ts';
import { createSetupCode } from '../users/setup.service.ts';
import { createRegistration } from './registration.fixture.ts';

const app = await createTestApp();
const { call, register, newcomer, setMode, invite, admin, owner } = createRegistration(app);

const auditOf = async (action: string) => {
  const { rows } = await app.ctx.db.execute(
    `select actor, target, outcome, details from audit where action = '${action}' order by id desc limit 1`,
  );
  return rows[0];
};

beforeEach(async () => {
  await app.ctx.db.execute('delete from attempts');
});

const waitingOf = async () =>
  (await call('GET', '/registrations', undefined, await admin())).body.data as { id: string; username: string }[];

const attempt = async (headers: Record<string, string>) => {
  const options = { method: 'POST', url: '/api/users/register', payload: newcomer(), headers } as const;
  return (await app.http.inject(options)).statusCode;
};

describe('registering', () => {
  it('is refused where it is closed, with an invitation too', async () => {
    const { code } = await invite(await admin());
    await setMode('closed');
    for (const more of [{}, { invitation: code }])
      expect(await register(more)).toMatchObject({ status: 403, body: { code: 'REGISTRATION_CLOSED' } });
  });

  it('needs an invitation where one is needed', async () => {
    await setMode('invitation');
    const { code } = await invite(await admin());
    expect(await register()).toMatchObject({ status: 403, body: { code: 'INVITATION_NEEDED' } });
    expect(await register({ invitation: 'made-up' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CODE', details: { fields: [{ field: 'invitation' }] } },
    });
    expect(await register({ invitation: code })).toMatchObject({
      status: 200,
      body: { data: { user: { roles: [] } } },
    });
    expect(await register({ invitation: code })).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
  });

  it('is not closed to everyone behind a proxy that is not among TRUSTED_PROXIES by one of them', async () => {
    await setMode('closed');
    for (let n = 0; n < 61; n += 1) expect(await attempt({ 'x-forwarded-for': '192.0.2.1' })).toBe(403);
    for (let n = 0; n < 60; n += 1) expect(await attempt({})).toBe(403);
    expect(await attempt({})).toBe(429);
  });

  it('of the first Owner always works', async () => {
    const fresh = await createTestApp();
    const operator = { userId: null, username: 'operator', address: '' };
    await changeSite(fresh.ctx, operator, 'site.accounts', { registration: 'closed' });
    const on = createRegistration(fresh);
    const setup = await createSetupCode(fresh.ctx);
    expect(await on.register()).toMatchObject({ status: 403 });
    expect(await on.register({ setup })).toMatchObject({
      status: 200,
      body: { data: { user: { roles: [roles.Owner] } } },
    });
  });
});

describe('an invitation', () => {
  it('with one use makes exactly one account of twenty at once', async () => {
    await setMode('invitation');
    const { code, id } = await invite(await admin());
    const people = Array.from({ length: 20 }, newcomer);
    const replies = await Promise.all(
      people.map((person) => call('POST', '/users/register', { ...person, invitation: code })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
    const names = people.map(({ username }) => `'${username}'`).join();
    const { rows } = await app.ctx.db.execute(`select username from users where username in (${names})`);
    expect(rows).toHaveLength(1);
    const list = (await call('GET', '/invitations', undefined, await admin())).body.data as { id: string }[];
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'used', usedBy: rows });
  });

  it('stays good if the registration fails, and serves as many as it may', async () => {
    await setMode('invitation');
    const { code } = await invite(await admin(), { maxUses: 2 });
    const first = newcomer();
    const use = (person: object) => call('POST', '/users/register', { ...person, invitation: code });
    expect((await use(first)).status).toBe(200);
    expect((await use({ ...newcomer(), email: first.email })).body.code).toBe('EMAIL_TAKEN');
    expect((await use(newcomer())).status).toBe(200);
    expect((await use(newcomer())).body.code).toBe('INVALID_CODE');
  });

  it('for an Admin is the gift of the Owner alone, and void once its creator is no Owner', async () => {
    await setMode('invitation');
    const boss = await owner();
    const body = { role: roles.Admin, maxUses: 5, hours: 1, note: '' };
    expect(await call('POST', '/invitations', body, await admin())).toMatchObject({
      status: 403,
      body: { details: { fields: [{ field: 'role' }] } },
    });
    expect((await call('POST', '/invitations', { ...body, role: roles.Owner }, boss)).status).toBe(400);
    const { code, id } = await invite(boss, { role: roles.Admin, maxUses: 5 });
    expect((await register({ invitation: code })).body.data).toMatchObject({ user: { roles: [roles.Admin] } });
    expect((await call('DELETE', `/invitations/${id}`, undefined, await admin())).status).toBe(403);

    await call('PUT', `/users/${boss.id}/roles`, { roles: [roles.Admin] }, await owner());
    expect(await register({ invitation: code })).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
    const list = (await call('GET', '/invitations', undefined, await owner())).body.data as { id: string }[];
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'void' });
  });

  it('gives nothing once its creator is disabled or removed', async () => {
    await setMode('invitation');
    const by = [await admin(), await admin()] as const;
    const codes = [await invite(by[0]), await invite(by[1])];
    const boss = await owner();
    await call('PUT', `/users/${by[0].id}/disabled`, { isDisabled: true }, boss);
    await call('DELETE', `/users/${by[1].id}`, undefined, boss);
    for (const { code } of codes)
      expect(await register({ invitation: code })).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
  });

  it('ends by time and when it is revoked', async () => {
    const fresh = await createTestApp();
    const on = createRegistration(fresh);
    const by = await on.admin();
    const [short, revoked] = [await on.invite(by, { hours: 1 }), await on.invite(by, { hours: 720 })];
    expect((await on.call('DELETE', `/invitations/${revoked.id}`, undefined, by)).status).toBe(200);
    expect((await on.call('DELETE', `/invitations/${revoked.id}`, undefined, by)).status).toBe(200);
    fresh.passMs(61 * 60_000);
    for (const { code } of [short, revoked])
      expect((await on.register({ invitation: code })).body.code).toBe('INVALID_CODE');
    const { data } = (await on.call('GET', '/invitations', undefined, by)).body;
    expect((data as { state: string }[]).map(({ state }) => state).toSorted()).toEqual(['expired', 'revoked']);
    const { rows } = await fresh.ctx.db.execute("select 1 from audit where action = 'invitations.revoke'");
    expect(rows).toHaveLength(1);
  });

  it('skips the approval, is recorded, and its code is stored nowhere', async () => {
    await setMode('approval');
    const by = await admin();
    const { code, id } = await invite(by, { note: 'For <b>Ann</b>' });
    expect((await register({ invitation: code })).status).toBe(200);
    expect(await auditOf('users.register')).toMatchObject({
      outcome: 'invited',
      details: { invitation: id, invitedBy: by.username },
    });
    expect(await auditOf('invitations.create')).toMatchObject({ actor: by.username, target: 'For <b>Ann</b>' });
    const { rows } = await app.ctx.db.execute(
      'select i::text from invitations i union all select a::text from audit a',
    );
    expect(JSON.stringify(rows)).not.toContain(code);
    const list = await call('GET', '/invitations', undefined, by);
    expect(JSON.stringify(list.body) + app.logged.join('')).not.toContain(code);
  });

  it.each([
    [{ hours: 0 }, 'hours'],
    [{ hours: 721 }, 'hours'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ maxUses: 101 }, 'maxUses'],
    [{ note: 'a\nb' }, 'note'],
    [{ role: 7 }, 'role'],
  ])('with %j is refused', async (more, field) => {
    const body = { role: null, maxUses: 1, hours: 1, note: '', ...more };
    const reply = await call('POST', '/invitations', body, await owner());
    expect(reply).toMatchObject({ status: 400, body: { details: { fields: [{ field }] } } });
  });
});

describe('an account that waits for approval', () => {
  it('cannot log in before an Admin approves it, and is told so only with the right password', async () => {
    await setMode('approval');
    const person = newcomer();
    const created = await call('POST', '/users/register', person);
    expect(created).toMatchObject({ status: 403, body: { code: 'APPROVAL_PENDING' } });
    expect(JSON.stringify(created.body)).not.toContain('accessToken');
    const logIn = (password: string) => call('POST', '/users/login', { email: person.email, password });
    expect(await logIn(testPassword)).toMatchObject({ status: 403, body: { code: 'APPROVAL_PENDING' } });
    expect(await logIn('wrong horse battery')).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });

    const waiting = (await waitingOf()).find(({ username }) => username === person.username);
    const member = await createTestUser(app);
    expect((await call('POST', `/registrations/${waiting?.id}/approve`, undefined, member)).status).toBe(403);
    const by = await admin();
    const approve = () => call('POST', `/registrations/${waiting?.id}/approve`, undefined, by);
    expect(await Promise.all([approve(), approve()])).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 200 }), expect.objectContaining({ status: 404 })]),
    );
    expect(await auditOf('users.approve')).toMatchObject({ actor: by.username, target: person.username });
    expect((await logIn(testPassword)).status).toBe(200);
  });

  it('is gone once it is declined; accounts that do not wait cannot be declined', async () => {
    await setMode('approval');
    const person = newcomer();
    await call('POST', '/users/register', person);
    const by = await admin();
    const home = () => call('GET', '/home', undefined, by);
    const before = (await waitingOf()).length;
    expect((await home()).body.data).toMatchObject({ attention: { registrations: before } });
    const waiting = (await waitingOf()).find(({ username }) => username === person.username);
    expect((await call('DELETE', `/registrations/${waiting?.id}`, undefined, by)).status).toBe(200);
    expect(await auditOf('users.decline')).toMatchObject({ actor: by.username, target: person.username });
    const login = await call('POST', '/users/login', { email: person.email, password: person.password });
    expect(login.body.code).toBe('INVALID_CREDENTIALS');
    expect((await call('DELETE', `/registrations/${by.id}`, undefined, by)).status).toBe(404);
    expect((await call('GET', '/users/me', undefined, by)).status).toBe(200);
  });

  it('is one of a bounded number', async () => {
    const fresh = await createTestApp();
    const on = createRegistration(fresh);
    await on.setMode('approval');
    await fresh.ctx.db.execute(
      `insert into users (id, email, username, username_key, roles, created_at, waiting_since)
       select i, i || '@x', i, i, '{}', now(), now() from generate_series(1, 200) i`,
    );
    expect(await on.register()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});
