import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { createFactorCalls } from './factors.fixture.ts';

const app = await createTestApp();
const { call, codeOf, nextStep, login, ticketOf, enrol } = createFactorCalls(app);

const asUser = (user: TestUser, token: unknown): TestUser => ({
  ...user,
  token: String(token),
  headers: { authorization: `Bearer ${String(token)}` },
});
const secondStep = (ticket: string, code: string) => call('POST /users/login/factor', { body: { ticket, code } });
const require = (secondFactorFor: string, by: TestUser) =>
  call('PUT /site/accounts', { by, body: { secondFactorFor } });

/** Everything that a stream sends until it ends. */
async function openStream(user: TestUser, topics: string): Promise<{ text: Promise<string> }> {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
  const response = await fetch(`${base}/events?topics=${topics}`, { headers: user.headers });
  expect(response.status).toBe(200);
  return { text: response.text() };
}

async function auditOf(user: TestUser): Promise<unknown[]> {
  const { rows } = await app.ctx.db.execute(
    `select action, outcome from audit where target = '${user.username}' order by id`,
  );
  return rows.map((row) => row['action']);
}

describe('a login with an authenticator app', () => {
  it('needs a code after the password, and is exactly as before without one', async () => {
    const user = await createTestUser(app);
    expect(Object.keys((await login(user)).data).toSorted()).toEqual(['accessToken', 'user']);
    const { secret } = await enrol(user);
    const refused = await login(user);
    expect(refused).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      details: { ticket: expect.any(String), factors: ['totp'] },
    });
    expect(refused.data).toBeUndefined();
    const ticket = String(refused.details?.['ticket']);
    const done = await secondStep(ticket, ` ${codeOf(secret).replace(/(...)/, '$1 ')}`);
    expect(done).toMatchObject({ status: 200, data: { user: { id: user.id } } });
    expect(await call('GET /users/me', { by: asUser(user, done.data['accessToken']) })).toMatchObject({ status: 200 });
    expect(await secondStep(ticket, codeOf(secret, 1))).toMatchObject({ status: 404 });
  });

  it('says nothing of the factors to someone without the password', async () => {
    const user = await createTestUser(app);
    await enrol(user);
    const unknown = await call('POST /users/login', { body: { email: 'no@example.test', password: 'wrong one' } });
    expect(await login(user, 'wrong one')).toEqual(unknown);
  });

  it('accepts each code once, also of two logins at the same moment', async () => {
    const user = await createTestUser(app);
    const { secret } = await enrol(user);
    const tickets = [await ticketOf(user), await ticketOf(user)];
    const code = codeOf(secret);
    const replies = await Promise.all(tickets.map((ticket) => secondStep(ticket, code)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)).toMatchObject({
      code: 'INVALID_CODE',
      details: { fields: [{ field: 'code' }] },
    });
    const earlier = await secondStep(await ticketOf(user), codeOf(secret, -1));
    expect(earlier).toMatchObject({ code: 'INVALID_CODE' });
  });

  it('uses a ticket once, for two codes at the same moment', async () => {
    const user = await createTestUser(app);
    const { recoveryCodes } = await enrol(user);
    const ticket = await ticketOf(user);
    const replies = await Promise.all([0, 1].map((index) => secondStep(ticket, recoveryCodes[index] ?? '')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await call('GET /users/me/factors', { by: user })).data).toMatchObject({ recoveryCodes: 9 });
  });

  it('ends the ticket after five minutes, and with a new password', async () => {
    const user = await createTestUser(app);
    const { secret } = await enrol(user);
    const late = await ticketOf(user);
    app.passMs(5 * 60_000);
    expect(await secondStep(late, codeOf(secret))).toMatchObject({ status: 404 });
    const before = await ticketOf(user);
    const body = { currentPassword: testPassword, newPassword: 'another horse battery' };
    expect(await call('POST /users/me/password', { by: user, body })).toMatchObject({ status: 200 });
    expect(await secondStep(before, codeOf(secret))).toMatchObject({ status: 404 });
  });

  it('limits the codes per ticket and per account; over the limit the right one is refused too', async () => {
    const user = await createTestUser(app);
    const { secret } = await enrol(user);
    const first = await ticketOf(user);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await secondStep(first, '000000')).toMatchObject({ code: 'INVALID_CODE' });
    expect(await secondStep(first, codeOf(secret))).toMatchObject({ status: 429 });
    const second = await ticketOf(user);
    for (let tries = 0; tries < 5; tries += 1) await secondStep(second, '000000');
    expect(await secondStep(await ticketOf(user), codeOf(secret))).toMatchObject({ status: 429 });
    app.passMs(15 * 60_000);
    expect(await secondStep(await ticketOf(user), codeOf(secret))).toMatchObject({ status: 200 });
  });

  it('refuses an account that was disabled between the two steps', async () => {
    const user = await createTestUser(app);
    const { secret } = await enrol(user);
    const ticket = await ticketOf(user);
    await app.ctx.db.execute(`update users set disabled_at = now() where id = '${user.id}'`);
    expect(await secondStep(ticket, codeOf(secret))).toMatchObject({ code: 'ACCOUNT_DISABLED' });
  });
});

describe('recovery codes', () => {
  it('log in once each, are stored as hashes, and can be replaced', async () => {
    const user = await createTestUser(app);
    const { recoveryCodes } = await enrol(user);
    expect(recoveryCodes).toHaveLength(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const { rows } = await app.ctx.db.execute(`select code_hash from recovery_codes where user_id = '${user.id}'`);
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
    const loose = code.toLowerCase().replaceAll('-', ' ');
    expect(await secondStep(await ticketOf(user), loose)).toMatchObject({ status: 200 });
    expect(await secondStep(await ticketOf(user), code)).toMatchObject({ code: 'INVALID_CODE' });
    const { data } = await call('POST /users/me/factors/recoveryCodes', { by: user });
    expect(data['recoveryCodes']).toHaveLength(10);
    expect(await secondStep(await ticketOf(user), recoveryCodes[1] ?? '')).toMatchObject({ code: 'INVALID_CODE' });
    expect(await auditOf(user)).toEqual(['factors.totp', 'factors.recoveryCode', 'factors.recoveryCodes']);
    const notices = await call('GET /notifications', { by: user });
    expect(notices.data['notifications']).toMatchObject([
      { kind: 'account.security', text: 'Your recovery codes were replaced' },
      { text: 'A recovery code was used to log in; 9 remain' },
      { text: 'Two-step login with an authenticator app was turned on' },
    ]);
  });

  it('of one account are of no use for another', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const { recoveryCodes } = await enrol(user);
    await enrol(other);
    expect(await secondStep(await ticketOf(other), recoveryCodes[0] ?? '')).toMatchObject({ code: 'INVALID_CODE' });
  });
});

describe('an authenticator app', () => {
  it('counts only once a code confirms it, and its secret is stored sealed', async () => {
    const user = await createTestUser(app);
    const { data } = await call('POST /users/me/factors/totp', { by: user });
    const secret = String(data['secret']);
    expect(data['uri']).toBe(
      `otpauth://totp/${encodeURIComponent(`Tribehall:${user.email}`)}?secret=${secret}&issuer=Tribehall`,
    );
    expect(await login(user)).toMatchObject({ status: 200 });
    const { rows } = await app.ctx.db.execute(`select * from totp_secrets where user_id = '${user.id}'`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const wrong = await call('PUT /users/me/factors/totp', { by: user, body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 400, code: 'INVALID_CODE', details: { fields: [{ field: 'code' }] } });
    const right = await call('PUT /users/me/factors/totp', { by: user, body: { code: codeOf(secret) } });
    expect(right.data['recoveryCodes']).toHaveLength(10);
    expect(await call('POST /users/me/factors/totp', { by: user })).toMatchObject({ status: 409 });
    expect(await call('DELETE /users/me/factors/totp', { by: user })).toMatchObject({ status: 200 });
    expect(await login(user)).toMatchObject({ status: 200 });
    expect((await call('GET /users/me/factors', { by: user })).data).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodes: 0,
      isRequired: false,
    });
  });

  it('is changed only with a recent confirmation: the password, or a code', async () => {
    const user = await createTestUser(app);
    const { secret } = await enrol(user);
    app.passMs(15 * 60_000);
    for (const key of [
      'DELETE /users/me/factors/totp',
      'POST /users/me/factors/totp',
      'POST /users/me/factors/recoveryCodes',
      'POST /users/me/factors/passkeys/options',
    ])
      expect(await call(key, { by: user }), key).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    const confirm = (body: object) => call('POST /users/me/confirm', { by: user, body });
    expect(await confirm({ code: '000000' })).toMatchObject({
      code: 'INVALID_CODE',
      details: { fields: [{ field: 'code' }] },
    });
    expect(await confirm({})).toMatchObject({ status: 400, details: { fields: [{ field: 'password' }] } });
    const code = codeOf(secret);
    expect(await confirm({ code })).toMatchObject({ status: 200 });
    expect(await confirm({ code })).toMatchObject({ code: 'INVALID_CODE' });
    expect(await call('DELETE /users/me/factors/totp', { by: user })).toMatchObject({ status: 200 });
    app.passMs(15 * 60_000);
    expect(await confirm({ password: testPassword })).toMatchObject({ status: 200 });
    expect(await call('POST /users/me/factors/totp', { by: user })).toMatchObject({ status: 200 });
  });

  it('cannot be added to a demo account, whose password everyone knows', async () => {
    const demo = await createTestApp({ TRIBEHALL_WORLD: 'on' });
    const user = await createTestUser(demo);
    await demo.ctx.db.execute(`update users set is_demo = true where id = '${user.id}'`);
    const own = createFactorCalls(demo);
    expect(await own.call('POST /users/me/factors/totp', { by: user })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('where roles need a second factor', () => {
  it('they do not count without one, at once, in calls and streams, until there is one', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect(await require('admins', owner)).toMatchObject({
      code: 'SECOND_FACTOR_MISSING',
      details: { fields: [{ field: 'secondFactorFor' }] },
    });
    await enrol(owner);
    const stream = await openStream(admin, 'files');
    expect(await require('admins', owner)).toMatchObject({ status: 200 });
    const read = () => call('GET /files/usage', { by: admin });
    await vi.waitUntil(async () => (await read()).code === 'SECOND_FACTOR_MISSING', { timeout: 1000 });
    expect(await stream.text).toMatch(/"isSecondFactorMissing":true.*"reason":"session-ended"/s);
    expect((await app.http.inject({ url: '/api/events?topics=files', headers: admin.headers })).json()).toMatchObject({
      code: 'SECOND_FACTOR_MISSING',
    });
    expect(await call('GET /users/me', { by: admin })).toMatchObject({
      data: { roles: [roles.Admin], isSecondFactorMissing: true },
    });
    expect((await login(admin)).data).toMatchObject({ user: { isSecondFactorMissing: true } });
    expect(
      await call('PUT /site', { by: owner, body: { name: '', description: '', isStatusPublic: false } }),
    ).toMatchObject({ status: 200 });
    const { secret } = await enrol(admin);
    expect(await read()).toMatchObject({ status: 200 });
    expect((await call('GET /users/me', { by: admin })).data).not.toHaveProperty('isSecondFactorMissing');

    nextStep();
    expect(await call('DELETE /users/me/factors/totp', { by: admin })).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await call('GET /users/me/factors', { by: admin })).data).toMatchObject({
      totp: { createdAt: expect.any(String) },
      isRequired: true,
    });
    expect(await secondStep(await ticketOf(admin), codeOf(secret))).toMatchObject({ status: 200 });

    expect(await require('owners', owner)).toMatchObject({ status: 200 });
    expect(await call('DELETE /users/me/factors/totp', { by: admin })).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 200 });
    expect(await require('nobody', owner)).toMatchObject({ status: 200 });
  });
});

describe('the Owner', () => {
  it("resets someone's factors: the sessions end, and the password is enough again", async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    const user = await createTestUser(app);
    await enrol(user);
    const waiting = await ticketOf(user);
    const path = `DELETE /users/${user.id}/factors`;
    expect(await call(path, { by: admin })).toMatchObject({ status: 403 });
    const listed = () => call(`GET /users?search=${user.username}`, { by: owner });
    expect((await listed()).data).toMatchObject({ users: [{ hasSecondFactor: true }] });
    expect(await call(path, { by: owner })).toMatchObject({ status: 200 });
    expect((await listed()).data).toMatchObject({ users: [{ hasSecondFactor: false, sessions: 0 }] });
    expect(await call('GET /users/me', { by: user })).toMatchObject({ code: 'INVALID_TOKEN' });
    expect(await secondStep(waiting, '000000')).toMatchObject({ status: 404 });
    expect(await login(user)).toMatchObject({ status: 200 });
    expect(await auditOf(user)).toEqual(['factors.totp', 'factors.reset']);
    expect(await call('DELETE /users/nobody/factors', { by: owner })).toMatchObject({ status: 404 });
    expect(await call(`DELETE /users/${owner.id}/factors`, { by: owner })).toMatchObject({ code: 'FORBIDDEN' });
  });
});
