import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { createAuthenticator, createFactorCalls } from './factors.fixture.ts';

const app = await createTestApp();
const { call, login, ticketOf, enrol } = createFactorCalls(app);

const challengeFor = async (by: TestUser) => (await call('POST /users/me/factors/passkeys/options', { by })).data;
const loginOptions = async (ticket?: string) =>
  (await call('POST /users/login/passkey/options', { body: { ...(ticket && { ticket }) } })).data;
const logInWith = (credential: object, ticket?: string) =>
  call('POST /users/login/passkey', { body: { credential, ...(ticket && { ticket }) } });

async function addPasskey(by: TestUser, name = 'Laptop') {
  const authenticator = createAuthenticator();
  const credential = authenticator.create(await challengeFor(by));
  const reply = await call('POST /users/me/factors/passkeys', { by, body: { name, credential } });
  return { authenticator, credential, reply, id: (reply.data?.['passkey'] as { id: string } | undefined)?.id ?? '' };
}

describe('a passkey', () => {
  it('logs in without a password, and is the second step of a login with one', async () => {
    const user = await createTestUser(app);
    const { authenticator, reply } = await addPasskey(user);
    expect(reply).toMatchObject({ status: 200, data: { passkey: { name: 'Laptop', lastUsedAt: null } } });
    expect(reply.data['recoveryCodes']).toHaveLength(10);

    const options = await loginOptions();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(await logInWith(authenticator.use(options))).toMatchObject({ status: 200, data: { user: { id: user.id } } });

    expect(await login(user)).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', details: { factors: ['passkey'] } });
    const ticket = await ticketOf(user);
    const second = await loginOptions(ticket);
    expect(second).toMatchObject({ userVerification: 'preferred', allowCredentials: [{ type: 'public-key' }] });
    const credential = authenticator.use({ ...second, userVerified: false });
    expect(await logInWith(credential, ticket)).toMatchObject({ status: 200, data: { user: { id: user.id } } });
    expect(await logInWith(credential, ticket)).toMatchObject({ status: 404 });
    expect((await call('GET /users/me/factors', { by: user })).data).toMatchObject({
      passkeys: [{ lastUsedAt: expect.any(String) }],
    });
  });

  it('refuses a challenge that was used, is late, was for someone else or for something else', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const { authenticator } = await addPasskey(user);
    const refused = { status: 400, code: 'INVALID_CODE' };
    const options = await loginOptions();
    expect(await logInWith(authenticator.use(options))).toMatchObject({ status: 200 });
    expect(await logInWith(authenticator.use(options))).toMatchObject(refused);
    const late = await loginOptions();
    app.passMs(5 * 60_000);
    expect(await logInWith(authenticator.use(late))).toMatchObject(refused);
    expect(await logInWith(authenticator.use({ challenge: 'made-up' }))).toMatchObject(refused);
    expect(await logInWith(authenticator.use(await challengeFor(user)))).toMatchObject(refused);
    expect(await logInWith(authenticator.use(await loginOptions(await ticketOf(user))))).toMatchObject(refused);
    const credential = createAuthenticator().create(await challengeFor(user));
    const body = { name: 'Stolen', credential };
    expect(await call('POST /users/me/factors/passkeys', { by: other, body })).toMatchObject(refused);
  });

  it('refuses another site, a key that does not check its user, another account, and a signature that is wrong', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const { authenticator } = await addPasskey(user);
    await enrol(other);
    const refused = { status: 400, code: 'INVALID_CODE' };
    const elsewhere = { ...(await loginOptions()), origin: 'https://evil.test' };
    expect(await logInWith(authenticator.use(elsewhere))).toMatchObject(refused);
    expect(await logInWith(authenticator.use({ ...(await loginOptions()), userVerified: false }))).toMatchObject(
      refused,
    );
    const ticket = await ticketOf(other);
    expect(await logInWith(authenticator.use(await loginOptions(ticket)), ticket)).toMatchObject(refused);
    expect(await logInWith(createAuthenticator().use(await loginOptions()))).toMatchObject(refused);
    const credential = authenticator.use(await loginOptions());
    const forged = { ...credential, response: { ...credential.response, signature: 'AAAA' } };
    expect(await logInWith(forged)).toMatchObject(refused);
    const broken = { ...credential, response: { ...credential.response, clientDataJSON: 'bm90IGpzb24' } };
    expect(await logInWith(broken)).toMatchObject(refused);
    expect(await logInWith({ ...credential, id: '<b>' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('is renamed and removed by its owner alone, and counts no longer at once', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const { authenticator, id } = await addPasskey(user);
    const path = `/users/me/factors/passkeys/${id}`;
    const name = '<img src=x onerror=alert(1)>';
    expect(await call(`PUT ${path}`, { by: other, body: { name } })).toMatchObject({ status: 404 });
    expect(await call(`DELETE ${path}`, { by: other })).toMatchObject({ status: 404 });
    expect(await call(`PUT ${path}`, { by: user, body: { name: ' ' } })).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'name' }] },
    });
    expect(await call(`PUT ${path}`, { by: user, body: { name } })).toMatchObject({ data: { id, name } });
    const options = await loginOptions();
    expect(await call(`DELETE ${path}`, { by: user })).toMatchObject({ status: 200 });
    expect(await logInWith(authenticator.use(options))).toMatchObject({ status: 400 });
    expect(await login(user)).toMatchObject({ status: 200 });
  });

  it('ends the sessions it has opened when it is removed, except the one it is removed from, and no others', async () => {
    const user = await createTestUser(app);
    const [lost, kept] = [await addPasskey(user, 'Lost'), await addPasskey(user, 'Kept')];
    const open = async ({ authenticator }: typeof lost): Promise<TestUser> => {
      const token = String((await logInWith(authenticator.use(await loginOptions()))).data['accessToken']);
      return { ...user, token, headers: { authorization: `Bearer ${token}` } };
    };
    const [removing, elsewhere, other] = [await open(lost), await open(lost), await open(kept)];
    const statusFor = async (by: TestUser) => (await call('GET /users/me', { by })).status;
    expect(await call(`DELETE /users/me/factors/passkeys/${lost.id}`, { by: removing })).toMatchObject({ status: 200 });
    expect(await Promise.all([removing, elsewhere, other, user].map(statusFor))).toEqual([200, 401, 200, 200]);
  });

  it('cannot be added twice', async () => {
    const user = await createTestUser(app);
    const other = await createTestUser(app);
    const { authenticator } = await addPasskey(user);
    const body = { name: 'Again', credential: authenticator.create(await challengeFor(other)) };
    expect(await call('POST /users/me/factors/passkeys', { by: other, body })).toMatchObject({ status: 409 });
    expect(await login(other)).toMatchObject({ status: 200 });
  });

  it('needs a domain name: an IP address has no passkeys', async () => {
    const named = await createTestApp({ PUBLIC_URL: 'http://192.0.2.7:4700' });
    const calls = createFactorCalls(named);
    expect(await calls.call('POST /users/login/passkey/options', { body: {} })).toMatchObject({
      status: 409,
      code: 'NOT_SUPPORTED',
    });
  });
});
