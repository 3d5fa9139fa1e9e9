import { setImmediate as nextTurn } from 'node:timers/promises';
import { verify, hash } from '@node-rs/argon2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { hashPassword } from './passwords.service.ts';

// The real functions, counted.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const app = await createTestApp();
const cost = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/;
const guess = (email: string, on = app) =>
  on.http.inject({ method: 'POST', url: '/api/users/login', payload: { email, password: 'not this one' } });

beforeEach(() => {
  vi.mocked(verify).mockClear();
  vi.mocked(hash).mockClear();
});

describe('a login that fails', () => {
  it('costs the same and is answered the same, byte for byte, whether or not the account exists', async () => {
    const user = await createTestUser(app);
    const own = await hashPassword(app.ctx, 'a long enough one');
    await app.ctx.db.execute(`update users set password_hash = '${own}' where id = '${user.id}'`);
    const noPassword = await createTestUser(app);
    await app.ctx.db.execute(`update users set password_hash = null where id = '${noPassword.id}'`);
    vi.mocked(hash).mockClear();
    const replies = [];
    // The unknown one first: nothing is prepared for it.
    for (const email of ['nobody@example.test', user.email, 'none@example.test', noPassword.email, user.email]) {
      const { statusCode, body, headers } = await guess(email);
      const { date: _, ...sent } = headers;
      replies.push({ statusCode, body, sent });
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(401);
    expect(hash).not.toHaveBeenCalled();
    expect(verify).toHaveBeenCalledTimes(replies.length);
    const costs = vi.mocked(verify).mock.calls.map(([stored]) => cost.exec(String(stored))?.[0]);
    expect(new Set(costs)).toEqual(new Set([cost.exec(own)?.[0]]));
  });
});

describe('a flood of logins', () => {
  it('takes no more memory than a few at once; the others are refused at once', async () => {
    const fresh = await createTestApp();
    let [running, most] = [0, 0];
    vi.mocked(verify).mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      return false;
    });
    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(`flood${n}@example.test`, fresh)));
    const refused = replies.filter(({ statusCode }) => statusCode === 429 || statusCode === 503);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(verify).toHaveBeenCalledTimes(200 - refused.length);
    // Each takes 46 MiB.
    expect(most).toBeGreaterThan(0);
    expect(most * 46).toBeLessThan(512);
  });
});
