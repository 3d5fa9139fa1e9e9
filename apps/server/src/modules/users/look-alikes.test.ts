import { expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
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
  [
    'Obelix Fan',
    [
      '0belix Fan',
      'ObeIix Fan',
      'Obe1ix Fan',
      'OBELIX FAN',
      'Obelix  Fan',
      'Obe\u2223ix Fan',
      '\u3007belix Fan',
      'Obe\u01c0ix Fan',
    ],
  ],
  ['Maxime', ['Rnaxime', '\u041c\u0430\u0445\u0456\u043c\u0435', '\u1d0d\u1d00x\u026a\u1d0d\u1d07']],
  ['Silvia Wez', ['S\u026a\u029f\u1d20i\u1d00 \u1d21\u1d07\u1d22', '\ua731\ua7ae\u029f\u1d20\u0196a WEZ']],
  ['\u0421\u043e\u0441\u043e', ['Coco', 'c0co', '\u03f9\u039f\u03f9\u039f']],
  ['\u0391\u03bd\u03b1', ['Ava', 'AVA']],
])('names that look like %s in other letters are taken', async (first, others) => {
  expect((await register(first)).status).toBe(200);
  for (const username of others)
    expect(await register(username), username).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
});

it('names that look like those of others cannot be taken by a change of the own name, either', async () => {
  expect((await register('Wolfgang Blitz')).status).toBe(200);
  const user = await createTestUser(app);
  const rename = async (username: string) => {
    const reply = await app.http.inject({
      method: 'PUT',
      url: '/api/users/me',
      headers: user.headers,
      payload: { username },
    });
    return reply.json<{ status: number; code?: string }>();
  };
  for (const username of ['W0lfgang Blitz', 'Wolfgang BIitz', 'WOLFGANG B1ITZ', '0wner'])
    expect(await rename(username), username).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
  expect((await rename('Wolfgang Amadeus')).status).toBe(200);
});

it('names that look like reserved ones are taken', async () => {
  for (const username of ['0wner', '*Adm1n*', '\u0420\u043e\u0433\u0442\u0430\u04cf'])
    expect(await register(username), username).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
});

it('a Latin word with Cyrillic or Greek letters in it, or others, is refused, and why', async () => {
  const mixed = [
    '\u041ewner',
    'Mir\u0430nda',
    'xX\u0416ivotXx',
    'Alph\u03b1',
    '\u0555belix Fan',
    'B\u0e50b',
    'B\u05e1b',
    'A\u0627is',
    '\u0c66wner',
  ];
  for (const username of mixed)
    expect(await register(username), username).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  expect((await register('Alph\u03b1')).error).toContain("can't mix letters or digits of several scripts");
  expect(await register('Jane\u2009Doe')).toMatchObject({ status: 400, error: expect.stringContaining('spaces') });
  for (const username of ['\u0416\u0430\u043d\u043d\u0430', 'Team \u0416\u0430\u043d\u043d\u0430 2'])
    expect((await register(username)).status, username).toBe(200);
});

it.each([
  ['Lisu', '\ua4f3\ua4ea\ua4e0\ua4f0\ua4e3'],
  ['Cherokee', '\u13b7axime'],
  ['Cherokee, small', '\uab87axime'],
  ['Coptic', '\u2ca5\u2c9f\u2ca5\u2c9f'],
  ['Osmanya', '\u{10484}\u{10495}'],
  ['Deseret', '\u{10404}\u{1042c}'],
  ['Lisu after Latin', 'Team \ua4f3'],
])('a name with letters of a script that few people read is refused, and why: %s', async (_, username) => {
  const refused = { status: 400, code: 'BAD_REQUEST', error: expect.stringContaining("script that isn't supported") };
  expect(await register(username)).toMatchObject(refused);
  const { headers } = await createTestUser(app);
  const reply = await app.http.inject({ method: 'PUT', url: '/api/users/me', headers, payload: { username } });
  expect(reply.json()).toMatchObject({ ...refused, details: { fields: [{ field: 'username' }] } });
});

it('names in common scripts, with signs and emoji, are fine', async () => {
  const names = [
    'J\u00fcrgen \u00d8st',
    '\u5c71\u7530\u3005\u30fc',
    '\uae40\ubbfc\uc218',
    '\u0645\u064f\u062d\u0645\u062f',
    '\u0928\u093f\u0936\u093e',
  ];
  for (const username of [
    ...names,
    '\u0e2a\u0e21\u0e0a\u0e32\u0e22',
    '\u{1d56c}\u{1d570} \u2605',
    'Rex \u{1f996}',
    '\u10d2\u10d8\u10dd\u10e0',
  ])
    expect((await register(username)).status, username).toBe(200);
});

it.each([
  ['in another script', '\ua4e1\ua4f3\ua4da'],
  ['of several scripts', 'Caf\u0e50 \u10e6ana'],
])('an account of an earlier version keeps a name %s, and may change everything else', async (_, username) => {
  const user = await createTestUser(app);
  await app.ctx.db.execute(`update users set username = '${username}' where id = '${user.id}'`);
  const payload = { username, email: `other-${user.email}` };
  const reply = await app.http.inject({ method: 'PUT', url: '/api/users/me', headers: user.headers, payload });
  expect(reply.json()).toMatchObject({ status: 200, data: { username, email: payload.email } });
  const login = { email: payload.email, password: testPassword };
  const session = await app.http.inject({ method: 'POST', url: '/api/users/login', payload: login });
  expect(session.json()).toMatchObject({ status: 200, data: { user: { username } } });
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
