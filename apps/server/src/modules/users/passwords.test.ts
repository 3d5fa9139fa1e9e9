import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';

const app = await createTestApp();

let count = 0;
async function register(password: string, more: object = {}, on = app) {
  count += 1;
  const account = { email: `new${count}@example.test`, username: `New ${count}` };
  const payload = { ...account, password, ...more };
  const reply = await on.http.inject({ method: 'POST', url: '/api/users/register', payload });
  return reply.json<{ status: number; details?: unknown }>();
}

it.each([
  ['ark12345', 'similar to a common password'],
  ['Tribehall1', 'the name of this portal'],
  ['zxcvbnm,./', 'the keys of a keyboard'],
  ['abcabcabcabc', 'repeats'],
  ['🦖🦖🦖🦖🦖🦖🦖🦖', 'repeats'],
  ['x'.repeat(200), 'repeats'],
])('says at the field what is wrong with %s', async (password, words) => {
  const { status, details } = await register(password);
  expect(status).toBe(422);
  expect(details).toEqual({ fields: [{ field: 'password', message: expect.stringContaining(words) as string }] });
});

it.each(['kqzvwxjp', '73829164', 'GHTRWQPZ', 'приветмир', 'three blind mice', ' leading and trailing '])(
  'accepts any composition that is not easy to guess: %s',
  async (password) => {
    expect((await register(password)).status).toBe(200);
  },
);

it.each([64, 128])('accepts passwords of %i characters', async (length) => {
  const password = 'correct horse battery staple, and so on '.repeat(4).slice(0, length);
  expect((await register(password)).status).toBe(200);
});

it('refuses what is made of the own words and the name of the community', async () => {
  const named = await createTestApp();
  const owner = await createTestUser(named, { roles: [roles.Owner] });
  const settings = { name: 'Frostfang Isles', description: null, isStatusPublic: false };
  await named.http.inject({ method: 'PUT', url: '/api/site', headers: owner.headers, payload: settings });
  const account = { email: 'wolfgang@example.test', username: 'Skorri Bear' };
  for (const password of ['Frostfang1', 'wolfgang99', 'skorri bear', 'Wolfgang@Example.test', 'skorribear'])
    expect((await register(password, account, named)).status, password).toBe(422);
  expect((await register('skorri rides wolves', account, named)).status).toBe(200);
});

it('refuses each of the 3,000 most common passwords', async () => {
  const { adviceAgainst } = await import('./password-strength.ts');
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000);
  expect(common).toHaveLength(3000);
  expect(common).toEqual(expect.arrayContaining(['password', '12345678', 'qwertyuiop', 'iloveyou']));
  expect(common.filter((password) => adviceAgainst(password, []) === undefined)).toEqual([]);
  const upper = common.slice(0, 300).map((password) => password.toUpperCase());
  expect(upper.filter((password) => adviceAgainst(password, []) === undefined)).toEqual([]);
});
