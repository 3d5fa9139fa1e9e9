import { describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';

/** The limits of one test do not reach the next: each has its own portal, behind a proxy that tells addresses. */
const start = () => createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });

type From = { address?: string; cookie?: string };

async function logIn(app: TestApp, email: string, password: string, { address = '192.0.2.1', cookie }: From = {}) {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: { email, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
  const retryAfterS = Number(reply.headers['retry-after'] ?? 0);
  return { status: reply.statusCode, setCookie: String(reply.headers['set-cookie'] ?? ''), retryAfterS };
}

/** Guesses until no more tries are left; returns how many there were. */
async function guessAll(app: TestApp, email: string, from: (n: number) => From = () => ({})): Promise<number> {
  for (let n = 0; n < 100; n += 1) if ((await logIn(app, email, 'a wrong one', from(n))).status === 429) return n;
  throw new Error('Guessing has no end');
}

const cookieOf = (setCookie: string) => setCookie.split(';', 1).join('');

describe('guessing', () => {
  it('from one network locks out that network alone, at that account alone', async () => {
    const app = await start();
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    expect(await guessAll(app, user.email)).toBe(8);
    for (const password of ['a wrong one', testPassword]) {
      const { status, retryAfterS } = await logIn(app, user.email, password);
      expect(status).toBe(429);
      expect(retryAfterS).toBeGreaterThan(0);
    }
    expect((await logIn(app, other.email, testPassword, { address: '192.0.2.9' })).status).toBe(200);
    expect((await logIn(app, other.email, testPassword)).status).toBe(200);
    expect((await logIn(app, user.email, testPassword, { address: '192.0.2.2' })).status).toBe(200);
  });

  it('with all addresses of an IPv6 network counts as one', async () => {
    const app = await start();
    const user = await createTestUser(app);
    expect(await guessAll(app, user.email, (n) => ({ address: `2001:db8:1:2:${n}::9` }))).toBe(8);
    expect((await logIn(app, user.email, testPassword, { address: '2001:db8:1:2::1' })).status).toBe(429);
    expect((await logIn(app, user.email, testPassword, { address: '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('from many networks ends, and leaves devices that are known to the account alone', async () => {
    const app = await start();
    const user = await createTestUser(app);
    const cookie = cookieOf((await logIn(app, user.email, testPassword)).setCookie);
    expect(await guessAll(app, user.email, (n) => ({ address: `198.51.100.${n}` }))).toBe(50);
    expect((await logIn(app, user.email, testPassword, { address: '203.0.113.1' })).status).toBe(429);
    expect((await logIn(app, user.email, testPassword, { address: '203.0.113.1', cookie })).status).toBe(200);
  });

  it('of a stranger behind the same proxy does not lock out who was there before', async () => {
    const app = await start();
    const people = await Promise.all(Array.from({ length: 9 }, () => createTestUser(app)));
    const [known, ...others] = people;
    const cookie = cookieOf((await logIn(app, known?.email ?? '', testPassword)).setCookie);
    for (const { email } of others) await guessAll(app, email);
    expect((await logIn(app, known?.email ?? '', testPassword)).status).toBe(429);
    expect((await logIn(app, known?.email ?? '', testPassword, { cookie })).status).toBe(200);
  });
});

describe('behind a proxy that is not among TRUSTED_PROXIES', () => {
  it('a stranger locks out neither other accounts nor known devices, although all have the address of the proxy', async () => {
    const app = await createTestApp();
    const warn = vi.spyOn(app.http.log, 'warn');
    const [victim, other, ...more] = await Promise.all(Array.from({ length: 12 }, () => createTestUser(app)));
    const [email, password] = [victim?.email ?? '', testPassword];
    const cookie = cookieOf((await logIn(app, email, password)).setCookie);
    // At one account, also after it is closed to the stranger.
    for (let n = 0; n < 70; n += 1) await logIn(app, email, 'a wrong one', { address: `198.51.100.${n}` });
    expect((await logIn(app, email, password)).status).toBe(429);
    expect((await logIn(app, email, password, { cookie })).status).toBe(200);
    expect((await logIn(app, other?.email ?? '', password)).status).toBe(200);
    // At many.
    for (const { email } of more) await guessAll(app, email);
    expect((await logIn(app, other?.email ?? '', password)).status).toBe(200);
    expect((await logIn(app, email, password, { cookie })).status).toBe(200);
    expect(warn.mock.calls.flat().filter((text) => String(text).includes('TRUSTED_PROXIES'))).toHaveLength(1);
  });

  it.each([
    ['8.8.8.8', {}],
    ['::ffff:8.8.8.8', {}],
    // Of the private network, beside the proxy.
    ['10.0.0.5', { TRUSTED_PROXIES: '10.0.0.9' }],
  ])(
    'a visitor who sends the header of a proxy has the limits of one visitor: %s',
    async (remoteAddress, settings: Record<string, string>) => {
      const app = await createTestApp(settings);
      const users = await Promise.all(Array.from({ length: 10 }, () => createTestUser(app)));
      const guess = async (n: number) => {
        const reply = await app.http.inject({
          method: 'POST',
          url: '/api/users/login',
          payload: { email: users[n % 10]?.email, password: 'a wrong one' },
          headers: { 'x-forwarded-for': '192.0.2.1' },
          remoteAddress,
        });
        return reply.statusCode;
      };
      for (let n = 0; n < 60; n += 1) expect(await guess(n)).toBe(401);
      expect(await guess(60)).toBe(429);
    },
  );
});

it('guessing on at one account takes no tries from others in the same network', async () => {
  const app = await start();
  const [user, other] = [await createTestUser(app), await createTestUser(app)];
  for (let n = 0; n < 70; n += 1) await logIn(app, user.email, 'a wrong one');
  expect((await logIn(app, other.email, testPassword)).status).toBe(200);
});

it('tries that are refused to a network take none from the accounts that it names', async () => {
  const app = await start();
  const { email } = await createTestUser(app);
  for (let n = 0; n < 60; n += 1) expect((await logIn(app, `nobody${n}@example.test`, 'a wrong one')).status).toBe(401);
  // Those of the network come back before those of an account would.
  app.passMs(4 * 60_000);
  for (let n = 0; n < 10; n += 1) expect((await logIn(app, email, 'a wrong one')).status).toBe(429);
  app.passMs(90_000);
  expect((await logIn(app, email, testPassword)).status).toBe(200);
});

describe('a known device', () => {
  it('has a cookie that no script reads and no other site sends, different for each login', async () => {
    const app = await start();
    const user = await createTestUser(app);
    const first = (await logIn(app, user.email, testPassword)).setCookie;
    expect(first).toMatch(
      /^device-[\da-f]{16}=[\w-]{16}\.[\w-]{43}; Path=\/api\/users; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect(first).not.toContain(user.email);
    expect((await logIn(app, user.email, testPassword)).setCookie).not.toBe(first);
    expect((await logIn(app, user.email, 'a wrong one')).setCookie).toBe('');
  });

  it('is sent over https alone where the portal has such an address', async () => {
    const app = await createTestApp({ PUBLIC_URL: 'https://portal.example.org' });
    const user = await createTestUser(app);
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: user.email, password: testPassword },
      headers: { host: 'portal.example.org' },
    });
    expect(String(reply.headers['set-cookie'])).toMatch(/; Secure$/);
  });

  it('may guess no more than others', async () => {
    const app = await start();
    const user = await createTestUser(app);
    const cookie = cookieOf((await logIn(app, user.email, testPassword)).setCookie);
    expect(await guessAll(app, user.email, () => ({ cookie }))).toBe(8);
    expect((await logIn(app, user.email, testPassword, { cookie })).status).toBe(429);
  });

  it.each([
    ['changed', (cookie: string) => `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`],
    ['cut', (cookie: string) => cookie.slice(0, 40)],
    ['empty', (cookie: string) => `${cookie.split('=')[0]}=`],
  ])('is not known by a cookie that was %s', async (_, change) => {
    const app = await start();
    const user = await createTestUser(app);
    const cookie = change(cookieOf((await logIn(app, user.email, testPassword)).setCookie));
    await guessAll(app, user.email);
    expect((await logIn(app, user.email, testPassword, { cookie })).status).toBe(429);
  });

  it('of another account is not known to this one', async () => {
    const app = await start();
    const [user, other] = [await createTestUser(app), await createTestUser(app)];
    const [, value] = cookieOf((await logIn(app, other.email, testPassword)).setCookie).split('=');
    const [name] = cookieOf((await logIn(app, user.email, testPassword)).setCookie).split('=');
    await guessAll(app, user.email);
    expect((await logIn(app, user.email, testPassword, { cookie: `${name}=${value}` })).status).toBe(429);
  });
});
