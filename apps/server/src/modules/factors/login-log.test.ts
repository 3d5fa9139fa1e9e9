import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { createAuthenticator, createFactorCalls } from './factors.fixture.ts';

const app = await createTestApp();
const { call, codeOf, login, ticketOf, enrol } = createFactorCalls(app);

type LogLine = { msg: string; userId?: string };

const loginsOf = ({ id }: TestUser) =>
  app.logged
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ msg, userId }) => msg === 'A login succeeded' && userId === id);

it('each login that opens a session is logged once: who it was, from where and how, and no secret', async () => {
  const user = await createTestUser(app);
  const secrets: string[] = [testPassword];
  const ways: string[] = [];
  const expectLogged = (way: string, { status, data }: Awaited<ReturnType<typeof call>>) => {
    expect(status).toBe(200);
    secrets.push(String(data['accessToken']));
    ways.push(way);
    const who = { level: 30, userId: user.id, username: user.username, address: '127.0.0.1' };
    expect(loginsOf(user)).toMatchObject(ways.map((way) => ({ ...who, way })));
  };
  const newTicket = async () => {
    const ticket = await ticketOf(user);
    secrets.push(ticket);
    return ticket;
  };

  await login(user, 'a wrong one');
  expectLogged('password', await login(user));

  const { secret, recoveryCodes } = await enrol(user);
  const [recoveryCode = ''] = recoveryCodes;
  secrets.push(secret, recoveryCode);
  const secondStep = async (code: string) =>
    call('POST /users/login/factor', { body: { ticket: await newTicket(), code } });
  expect(await secondStep('000000')).toMatchObject({ code: 'INVALID_CODE' });
  expectLogged('authenticator app', await secondStep(codeOf(secret)));
  expectLogged('recovery code', await secondStep(recoveryCode));

  const authenticator = createAuthenticator();
  const { data: options } = await call('POST /users/me/factors/passkeys/options', { by: user });
  const body = { name: 'Laptop', credential: authenticator.create(options) };
  await call('POST /users/me/factors/passkeys', { by: user, body });
  const usePasskey = async (step: { ticket?: string }) => {
    const { data } = await call('POST /users/login/passkey/options', { body: step });
    const credential = authenticator.use(data);
    secrets.push(credential.response.signature);
    return call('POST /users/login/passkey', { body: { ...step, credential } });
  };
  expectLogged('passkey', await usePasskey({}));
  expectLogged('passkey as second step', await usePasskey({ ticket: await newTicket() }));

  for (const secret of secrets) expect(app.logged.join('')).not.toContain(secret);
});

it('a session that opens without a login is not logged as one', async () => {
  const user = await createTestUser(app);
  const body = { currentPassword: testPassword, newPassword: 'another horse battery' };
  expect(await call('POST /users/me/password', { by: user, body })).toMatchObject({ status: 200 });
  const person = { email: 'newcomer@example.test', username: 'Newcomer', password: 'another horse battery' };
  expect(await call('POST /users/register', { body: person })).toMatchObject({ status: 200 });
  expect(loginsOf(user)).toEqual([]);
  expect(app.logged.join('')).not.toContain('Newcomer');
});
