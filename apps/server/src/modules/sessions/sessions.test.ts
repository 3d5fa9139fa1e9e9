import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';

const dayMs = 24 * 60 * 60 * 1000;
const app = await createTestApp();

function me(token: string) {
  return app.http.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${token}` } });
}

/** A part of a JWT. */
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  it('is not renewed in the first half of its lifetime', async () => {
    const user = await createTestUser(app);
    expect((await me(user.token)).headers['x-access-token']).toBeUndefined();
  });

  it('is renewed once after half its lifetime; the old one ends a short while after the new one is used', async () => {
    const user = await createTestUser(app);
    app.passMs(4 * dayMs);
    const replies = await Promise.all([me(user.token), me(user.token), me(user.token)]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
    const renewed = replies.flatMap((reply) => reply.headers['x-access-token'] ?? []);
    expect(renewed).toHaveLength(1);
    expect((await me(String(renewed[0]))).statusCode).toBe(200);
    expect((await me(user.token)).statusCode).toBe(200);
    app.passMs(61_000);
    expect((await me(user.token)).json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    expect((await me(String(renewed[0]))).statusCode).toBe(200);
  });

  it('goes on and is renewed again if the reply with the new one is lost', async () => {
    const user = await createTestUser(app);
    app.passMs(4 * dayMs);
    const lost = String((await me(user.token)).headers['x-access-token']);
    expect(lost).toContain('.');
    app.passMs(2 * dayMs);
    const again = await me(user.token);
    expect(again.statusCode).toBe(200);
    const renewed = String(again.headers['x-access-token']);
    expect(renewed).not.toBe(lost);
    // Of several calls at once, and right after it, no other gets one.
    const others = await Promise.all([me(user.token), me(user.token)]);
    expect(others.map(({ statusCode, headers }) => [statusCode, headers['x-access-token']])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect((await me(lost)).statusCode).toBe(401);
    expect((await me(renewed)).statusCode).toBe(200);
    app.passMs(61_000);
    expect((await me(user.token)).statusCode).toBe(401);
    app.passMs(3 * dayMs);
    expect((await me(renewed)).statusCode).toBe(200);
  });

  it('whose renewal is never used ends with its own lifetime', async () => {
    const user = await createTestUser(app);
    app.passMs(6 * dayMs);
    expect((await me(user.token)).headers['x-access-token']).toBeDefined();
    app.passMs(dayMs - 60_000);
    expect((await me(user.token)).statusCode).toBe(200);
    app.passMs(61_000);
    expect((await me(user.token)).statusCode).toBe(401);
  });

  it('that was renewed and used ends the old one on calls that change something, too', async () => {
    const user = await createTestUser(app);
    app.passMs(4 * dayMs);
    const renewed = String((await me(user.token)).headers['x-access-token']);
    const change = (token: string) =>
      app.http.inject({ method: 'DELETE', url: '/api/notifications', headers: { authorization: `Bearer ${token}` } });
    expect((await change(renewed)).statusCode).toBe(200);
    app.passMs(61_000);
    expect((await change(user.token)).statusCode).toBe(401);
  });

  it('expires unused after a week', async () => {
    const user = await createTestUser(app);
    app.passMs(7 * dayMs + 1000);
    expect((await me(user.token)).statusCode).toBe(401);
  });

  it('cannot be renewed beyond thirty days', async () => {
    const user = await createTestUser(app);
    let { token } = user;
    for (let day = 0; day < 30; day += 5) {
      app.passMs(5 * dayMs - 1000);
      token = String((await me(token)).headers['x-access-token'] ?? token);
    }
    expect((await me(token)).statusCode).toBe(200);
    app.passMs(10_000);
    expect((await me(token)).statusCode).toBe(401);
  });

  it('ends with the logout', async () => {
    const user = await createTestUser(app);
    await app.http.inject({ method: 'POST', url: '/api/users/logout', headers: user.headers });
    expect((await me(user.token)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  it.each(['', 'x', 'a.b', `${'a'.repeat(16)}.${'b'.repeat(43)}`, "' or 1=1 --.x", '\u0000'])(
    'that is made up (%j) is refused',
    async (token) => {
      expect((await me(token)).json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    },
  );

  it('is no JWT, and nothing that was signed is one', async () => {
    const user = await createTestUser(app);
    expect(user.token).toMatch(/^[\w-]{16}\.[\w-]{43}$/);
    const claims = part({ sub: user.id, sid: user.token.split('.')[0], role: 'owner', exp: 9_999_999_999 });
    const session = user.token.split('.')[0] ?? '';
    const signature = app.ctx.key.sign('downloads', session);
    for (const token of [
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`,
      `${session}.${signature}`,
      `${session}.${session}`,
      session,
    ])
      expect((await me(token)).json(), token).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
  });

  it('is refused with one character changed, or in the address', async () => {
    const user = await createTestUser(app);
    const changed = user.token.slice(0, -2) + (user.token.at(-2) === 'A' ? 'B' : 'A') + user.token.slice(-1);
    expect((await me(changed)).statusCode).toBe(401);
    const inAddress = await app.http.inject({ url: `/api/users/me?token=${user.token}` });
    expect(inAddress.json()).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(app.logged.join('')).not.toContain(user.token);
  });

  it('is never stored in plain text', async () => {
    const user = await createTestUser(app);
    const rows = await app.ctx.db.execute('select * from sessions');
    expect(JSON.stringify(rows.rows)).not.toContain(user.token.split('.')[1]);
  });
});
