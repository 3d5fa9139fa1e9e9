import { readdirSync } from 'node:fs';
import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
import { ownFolder, postCommand } from './terminal.fixture.ts';

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });

it('says so where the terminal is off', async () => {
  const off = await createTestApp({ TRIBEHALL_TERMINAL: 'off' });
  const { headers } = await createTestUser(off, { roles: [roles.Owner] });
  for (const url of ['/api/terminal', '/api/terminal/runs']) {
    const reply = await off.http.inject({ method: 'POST', url, headers, payload: { cmd: 'pwd' } });
    expect(reply.statusCode).toBe(403);
    expect(reply.json<{ error: string }>().error).toContain('turned off');
  }
  const state = await off.http.inject({ url: '/api/terminal', headers });
  expect(state.json()).toMatchObject({ data: { isOn: false } });
});

it('asks for the password again after a quarter of an hour', async () => {
  const confirmedUntil = async () => {
    const reply = await app.http.inject({ url: '/api/terminal', headers: owner.headers });
    return reply.json<{ data: { confirmedUntil: string | null } }>().data.confirmedUntil;
  };
  const confirm = (password: string) =>
    app.http.inject({ method: 'POST', url: '/api/users/me/confirm', headers: owner.headers, payload: { password } });
  const statusOf = async (url: string) =>
    (await app.http.inject({ method: 'POST', url, headers: owner.headers, payload: { cmd: 'true' } })).statusCode;

  expect(await statusOf('/api/terminal')).toBe(200);
  app.passMs(15 * 60_000 + 1000);
  expect(await confirmedUntil()).toBeNull();
  expect(await statusOf('/api/terminal/runs')).toBe(403);
  expect(await postCommand(app, owner, { cmd: 'true' })).toMatchObject({
    status: 403,
    body: { code: 'CONFIRMATION_NEEDED' },
  });

  const wrong = await confirm('not this one');
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toMatchObject({ code: 'INVALID_CREDENTIALS', details: { fields: [{ field: 'password' }] } });
  expect(await statusOf('/api/terminal')).toBe(403);
  expect((await confirm(testPassword)).statusCode).toBe(200);
  expect(await confirmedUntil()).not.toBeNull();
  expect(await statusOf('/api/terminal')).toBe(200);

  const reply = await app.http.inject({ url: '/api/audit?action=users.confirm', headers: owner.headers });
  const { entries } = reply.json<{ data: { entries: { outcome: string }[] } }>().data;
  expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'wrong password']);

  for (let tries = 0; tries < 8; tries += 1) await confirm('not this one');
  expect((await confirm(testPassword)).statusCode).toBe(429);
});

it('takes no confirmation from a time to come', async () => {
  const user = await createTestUser(app, { roles: [roles.Owner] });
  const statusAfter = async (ms: number) => {
    app.passMs(ms);
    return (await postCommand(app, user, { cmd: 'true' })).status;
  };
  expect(await statusAfter(-30_000)).toBe(200);
  expect(await statusAfter(-60_000)).toBe(403);
  expect(await statusAfter(90_000)).toBe(200);
});

it('runs nothing for another site, whatever token it has, and nothing for those who are no Owner', async () => {
  const folder = ownFolder();
  const payload = { cmd: 'touch', args: ['ran'], cwd: folder };
  const post = async (url: string, headers: Record<string, string>) =>
    (await app.http.inject({ method: 'POST', url, headers: { host: '127.0.0.1:8080', ...headers }, payload }))
      .statusCode;
  const user = await createTestUser(app, { roles: [roles.Owner] });
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  for (const url of ['/api/terminal', '/api/terminal/runs']) {
    for (const origin of ['https://evil.test', 'http://127.0.0.1:9999', 'null'])
      expect(await post(url, { ...user.headers, origin }), `${url} from ${origin}`).toBe(403);
    expect(await post(url, { ...user.headers, host: 'rebound.evil.test' })).toBe(403);
    expect(await post(url, admin.headers)).toBe(403);
    expect(await post(url, {})).toBe(401);
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(await post('/api/terminal', { ...user.headers, origin: 'http://127.0.0.1:8080' })).toBe(200);
  expect(readdirSync(folder)).toEqual(['ran']);
});
