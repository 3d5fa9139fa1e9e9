import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { decoyHash, hashPassword } from './passwords.service.ts';

const costOf = (hash: string) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(hash)?.[0];
const guess = (email: string, { http }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'http'>) =>
  http.inject({ method: 'POST', url: '/api/users/login', payload: { email, password: 'not this one' } });

describe('a login that fails', () => {
  it('costs the same and is answered the same, byte for byte, whether or not the account exists', async () => {
    const app = await createTestApp();
    const own = await hashPassword(app.ctx, 'a long enough one');
    expect(costOf(decoyHash)).toBe(costOf(own));
    const [user, noPassword] = [await createTestUser(app), await createTestUser(app)];
    await app.ctx.db.execute(`update users set password_hash = '${own}' where id = '${user.id}'`);
    await app.ctx.db.execute(`update users set password_hash = null where id = '${noPassword.id}'`);
    const hashing = vi.spyOn(app.ctx.state.users.hashing, 'run');
    const replies = [];
    for (const email of ['nobody@example.test', user.email, 'none@example.test', noPassword.email, user.email]) {
      const { statusCode, body, headers } = await guess(email, app);
      const { date: _, ...sent } = headers;
      replies.push({ statusCode, body, sent });
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(401);
    expect(hashing).toHaveBeenCalledTimes(replies.length);
  });
});

describe('a flood of logins', () => {
  it('takes no more memory than a few at once; the others are refused at once', async () => {
    const app = await createTestApp();
    let [running, most, hashed] = [0, 0, 0];
    const { run } = app.ctx.state.users.hashing;
    vi.spyOn(app.ctx.state.users.hashing, 'run').mockImplementation(() =>
      run(async () => {
        hashed += 1;
        running += 1;
        most = Math.max(most, running);
        await nextTurn();
        running -= 1;
        return false as never;
      }),
    );
    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(`flood${n}@example.test`, app)));
    const refused = replies.filter(({ statusCode }) => statusCode === 429 || statusCode === 503);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(hashed).toBe(200 - refused.length);
    // Each takes 46 MiB.
    expect(most).toBeGreaterThan(0);
    expect(most * 46).toBeLessThan(512);
  });
});
