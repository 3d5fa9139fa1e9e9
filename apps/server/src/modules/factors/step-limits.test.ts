import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { openTicket } from '../sessions/login-tickets.service.ts';
import { createAuthenticator, createFactorCalls } from './factors.fixture.ts';

type From = { cookie?: string | undefined; address?: string };

/** A portal with limits of its own, behind a proxy that tells addresses. */
async function start() {
  const app = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  const { call, codeOf, nextStep, enrol } = createFactorCalls(app);
  async function send(path: string, payload: object, { cookie, address = '192.0.2.1' }: From = {}) {
    const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) };
    const reply = await app.http.inject({ method: 'POST', url: `/api/users/login${path}`, payload, headers });
    const { data, details } = reply.json<{ data?: Record<string, unknown>; details?: { ticket?: string } }>();
    const [setCookie = ''] = String(reply.headers['set-cookie'] ?? '').split(';', 1);
    return { status: reply.statusCode, data, ticket: details?.ticket ?? '', cookie: setCookie };
  }
  return {
    app,
    codeOf,
    nextStep,
    enrol,
    send,
    logIn: ({ email }: TestUser, from?: From) => send('', { email, password: testPassword }, from),
    async addPasskey(by: TestUser) {
      const authenticator = createAuthenticator();
      const options = await call('POST /users/me/factors/passkeys/options', { by });
      const body = { name: 'Laptop', credential: authenticator.create(options.data) };
      expect(await call('POST /users/me/factors/passkeys', { by, body })).toMatchObject({ status: 200 });
      return async (ticket: string | undefined, from?: From): Promise<{ status: number; cookie?: string }> => {
        const { status, data } = await send('/passkey/options', { ticket }, from);
        return status === 200
          ? send('/passkey', { ticket, credential: authenticator.use(data ?? {}) }, from)
          : { status };
      };
    },
    /** Someone without an account uses up the tries of the network; returns how many there were. */
    async useUpTries(): Promise<number> {
      for (let n = 0; n < 100; n += 1)
        if ((await send('/factor', { ticket: `guess ${n}`, code: '000000' })).status === 429) return n;
      throw new Error('Guessing has no end');
    },
  };
}

const ticketFor = (app: TestApp, { id }: TestUser) => openTicket(app.ctx, id);

describe('a stranger who has used up the tries of a network', () => {
  it('keeps no known device there from the second step with a code', async () => {
    const { app, codeOf, nextStep, enrol, send, logIn, useUpTries } = await start();
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    const { secret } = await enrol(user);
    const { cookie: others } = await logIn(other);
    const { ticket } = await logIn(user);
    const { cookie } = await send('/factor', { ticket, code: codeOf(secret) });
    expect(cookie).toMatch(/^device-/);
    nextStep();
    expect(await useUpTries()).toBe(60);
    const second = await logIn(user, { cookie });
    expect(second.ticket).not.toBe('');
    const step = (from: From) => send('/factor', { ticket: second.ticket, code: codeOf(secret) }, from);
    for (const from of [{}, { cookie: others }, { cookie: `${cookie}A` }]) expect((await step(from)).status).toBe(429);
    expect((await step({ cookie })).status).toBe(200);
  });

  it('keeps no known device there from logging in with a passkey, alone or as the second step', async () => {
    const { app, addPasskey, logIn, useUpTries } = await start();
    const user = await createTestUser(app);
    const usePasskey = await addPasskey(user);
    const { cookie = '' } = await usePasskey(undefined);
    await useUpTries();
    expect((await usePasskey(undefined)).status).toBe(429);
    expect((await usePasskey(undefined, { cookie: cookie.replace('=', '=A') })).status).toBe(429);
    expect((await usePasskey(undefined, { cookie: `lang=en; ${cookie}` })).status).toBe(200);
    const { ticket } = await logIn(user, { cookie });
    expect((await usePasskey(ticket)).status).toBe(429);
    expect((await usePasskey(ticket, { cookie })).status).toBe(200);
  });

  it('keeps no known device there from an account without an email address; those of other such accounts are unknown to it', async () => {
    const { app, addPasskey, useUpTries } = await start();
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    for (const { id } of [user, other])
      await app.ctx.db.execute(`update users set email = 'discord:${id}', password_hash = null where id = '${id}'`);
    const [first, second] = [await addPasskey(user), await addPasskey(other)];
    const [{ cookie }, { cookie: others }] = [await first(undefined), await second(undefined)];
    await useUpTries();
    const ticket = await ticketFor(app, user);
    expect((await first(ticket, { cookie: others })).status).toBe(429);
    expect((await first(ticket, { cookie })).status).toBe(200);
  });
});

it('a known device has a limited number of steps, and takes none from other devices', async () => {
  const { app, addPasskey, logIn, send } = await start();
  const [user, other] = [await createTestUser(app), await createTestUser(app)];
  const [{ cookie }, { cookie: others }] = [await logIn(user), await logIn(other)];
  for (let n = 0; n < 60; n += 1) expect((await send('/passkey/options', {}, { cookie })).status).toBe(200);
  expect((await send('/passkey/options', {}, { cookie })).status).toBe(429);
  expect((await send('/passkey/options', {}, { cookie: others })).status).toBe(200);
  expect((await (await addPasskey(user))(undefined)).status).toBe(200);
});

it('logins that succeed take no tries, neither of the device nor of the network', async () => {
  const { app, addPasskey } = await start();
  const user = await createTestUser(app);
  const usePasskey = await addPasskey(user);
  for (let n = 0; n < 31; n += 1) expect((await usePasskey(await ticketFor(app, user))).status).toBe(200);
  const { cookie } = await usePasskey(undefined);
  for (let n = 0; n < 31; n += 1) expect((await usePasskey(undefined, { cookie })).status).toBe(200);
});
