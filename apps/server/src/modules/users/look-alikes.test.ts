import { expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { addSkeletons } from './users.service.ts';

const app = await createTestApp();

let count = 0;
async function register(username: string, on: TestApp = app) {
  count += 1;
  const payload = { email: `look-alike${count}@example.test`, username, password: 'a long enough one' };
  const reply = await on.http.inject({ method: 'POST', url: '/api/users/register', payload });
  return reply.json<{ status: number; code?: string; error?: string }>();
}

it.each([
  ['Obelix Fan', ['0belix Fan', 'ObeIix Fan', 'Obe1ix Fan', 'OBELIX FAN', '\u0555belix Fan']],
  ['Maxime', ['Rnaxime', '\u041c\u0430\u0445\u0456\u043c\u0435', '\u13b7axime', '\uab87axime']],
  ['\u0421\u043e\u0441\u043e', ['Coco', 'c0co', '\u03f9\u039f\u03f9\u039f']],
  ['\u0391\u03bd\u03b1', ['Ava', 'AVA']],
])('names that look like %s in other letters are taken', async (first, others) => {
  expect((await register(first)).status).toBe(200);
  for (const username of others)
    expect(await register(username), username).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
});

it('names that look like reserved ones are taken', async () => {
  for (const username of ['0wner', '*Adm1n*', '\u0420\u043e\u0433\u0442\u0430\u04cf'])
    expect(await register(username), username).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
});

it('a Latin word with Cyrillic or Greek letters in it is refused, and why', async () => {
  for (const username of ['\u041ewner', 'Mir\u0430nda', 'xX\u0416ivotXx', 'Alph\u03b1'])
    expect(await register(username), username).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  expect((await register('Alph\u03b1')).error).toContain("can't mix Latin letters");
  for (const username of ['\u0416\u0430\u043d\u043d\u0430', 'Team \u0416\u0430\u043d\u043d\u0430 2'])
    expect((await register(username)).status, username).toBe(200);
});

it('accounts of earlier versions that look alike stay, and a third is refused', async () => {
  const old = await createTestApp();
  const [first, second] = [await createTestUser(old), await createTestUser(old)];
  await old.ctx.db.execute(`update users set username = 'Jil', username_key = 'jil', username_skeleton = null,
    created_at = now() - interval '1 year' where id = '${first.id}'`);
  await old.ctx.db.execute(
    `update users set username = 'Jll', username_key = 'jll', username_skeleton = null where id = '${second.id}'`,
  );
  await Promise.all([addSkeletons(old.ctx), addSkeletons(old.ctx)]);
  const { rows } = await old.ctx.db.execute('select username, username_skeleton as skeleton from users order by 1');
  expect(rows).toEqual([
    { username: 'Jil', skeleton: 'jll' },
    { username: 'Jll', skeleton: null },
  ]);
  expect((await register('J1l', old)).code).toBe('USERNAME_TAKEN');
});

it('one of two look-alikes that register at once gets the name', async () => {
  const replies = await Promise.all([register('Tw0'), register('Two')]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
