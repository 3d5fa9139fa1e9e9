import { describe, expect, it } from 'vitest';
import { createSecretKey } from '../../../platform/secret-key.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { addTestServer } from '../../../testing/test-game-servers.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import * as codes from './codes.service.ts';

const app = await createTestApp();

async function newKey(playerId = ''): Promise<codes.CodeKey> {
  const [user, server] = await Promise.all([createTestUser(app), addTestServer(app)]);
  return { userId: user.id, serverId: server.id, playerId };
}

const use = (key: codes.CodeKey, code: string) =>
  codes.useCode(app.ctx, { ...key, code }, () => Promise.resolve('done'));
const wrong = (code: string) => `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`;
const refused = (words: string, triesLeft?: number) => ({
  code: 'INVALID_CODE',
  message: expect.stringContaining(words) as string,
  details: {
    fields: [{ field: 'twoFaCode', message: expect.any(String) as string }],
    ...(triesLeft === undefined ? {} : { triesLeft }),
  },
});

describe('a code', () => {
  it('has six digits for a character and is good once', async () => {
    const key = await newKey('76561198000000001');
    const code = await codes.makeCode(app.ctx, key);
    expect(code).toMatch(/^\d{6}$/);
    expect(await use(key, code)).toBe('done');
    await expect(use(key, code)).rejects.toMatchObject(refused('Ask for one'));
  });

  it('has eight characters for control of a server', async () => {
    expect(await codes.makeCode(app.ctx, await newKey())).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  });

  it('confirmed twice at once is used once', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => use(key, code)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('has five attempts, which are counted although they fail, at once or one after the other', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    await expect(use(key, wrong(code))).rejects.toMatchObject(refused('4 tries left', 4));
    await expect(use(key, wrong(code))).rejects.toMatchObject(refused('3 tries left', 3));
    await Promise.allSettled(Array.from({ length: 2 }, () => use(key, wrong(code))));
    await expect(use(key, wrong(code))).rejects.toMatchObject(refused('No tries left', 0));
    await expect(use(key, code)).rejects.toMatchObject(refused('No tries left', 0));
  });

  it('is good for five minutes', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    app.passMs(codes.codeLifeMs);
    await expect(use(key, code)).rejects.toMatchObject(refused('expired'));
    await codes.removeExpiredCodes(app.ctx);
    await expect(use(key, code)).rejects.toMatchObject(refused('Ask for one'));
  });

  it('is void when a new one is asked for, and the attempts start over', async () => {
    const key = await newKey();
    const first = await codes.makeCode(app.ctx, key);
    for (let i = 0; i < 5; i += 1) await use(key, wrong(first)).catch(() => {});
    const second = await codes.makeCode(app.ctx, key);
    await expect(use(key, wrong(second))).rejects.toMatchObject(refused('4 tries'));
    expect(await use(key, second)).toBe('done');
  });

  it('is of one user, one server and one character', async () => {
    const key = await newKey('76561198000000001');
    const other = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    for (const foreign of [
      { ...key, playerId: '' },
      { ...key, userId: other.userId },
      { ...key, serverId: other.serverId },
    ])
      await expect(use(foreign, code)).rejects.toMatchObject({ code: 'INVALID_CODE' });
    expect(await use(key, code)).toBe('done');
  });

  it('stays good when what it was for fails', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    const failing = codes.useCode(app.ctx, { ...key, code }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await use(key, code)).toBe('done');
  });

  it('can be asked for five times in ten minutes, on one server', async () => {
    const key = await newKey('76561198000000001');
    for (let i = 0; i < 5; i += 1) await codes.makeCode(app.ctx, key);
    await expect(codes.makeCode(app.ctx, key)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const { serverId } = await newKey();
    await codes.makeCode(app.ctx, { ...key, serverId });
    app.passMs(10 * 60 * 1000);
    await codes.makeCode(app.ctx, key);
  });

  it('is neither stored nor logged in plain text', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    const { rows } = await app.ctx.db.execute(`select code_hash from link_codes where user_id = '${key.userId}'`);
    expect(String(rows[0]?.['code_hash'])).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/);
    await use(key, wrong(code)).catch(() => {});
    expect(app.logged.filter((line) => line.includes(`"${code}"`))).toEqual([]);
  });

  it('is found by nobody who has the database without the key', async () => {
    const key = await newKey();
    const code = await codes.makeCode(app.ctx, key);
    const stranger = { ...app.ctx, key: createSecretKey('x'.repeat(32)) };
    await expect(codes.useCode(stranger, { ...key, code })).rejects.toMatchObject({ details: { isWrong: true } });
    await codes.useCode(app.ctx, { ...key, code });
  });
});
