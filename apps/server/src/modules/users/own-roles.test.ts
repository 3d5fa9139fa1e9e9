import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';

const app = await createTestApp();

const call = (method: 'PUT' | 'POST' | 'DELETE', path: string, { headers }: TestUser, payload: object) =>
  app.http.inject({ method, url: `/api${path}`, headers, payload });
const rolesOf = async ({ id }: TestUser) =>
  (await app.ctx.db.execute<{ roles: number[] }>(`select roles from users where id = '${id}'`)).rows[0]?.roles;

it('roles cannot be acquired by any change of the own account', async () => {
  const user = await createTestUser(app);
  const wished = { role: 'owner', roles: [roles.Owner], user: { roles: [roles.Owner] }, isAdmin: true, id: 'x' };
  const nested = JSON.parse('{"__proto__":{"roles":[1500]},"constructor":{"prototype":{"roles":[1500]}}}') as object;
  const calls: ['PUT' | 'POST' | 'PATCH', string, object][] = [
    ['PUT', '/users/me', { username: user.username, email: user.email }],
    ['PATCH', '/users/me', { username: user.username }],
    ['POST', '/users/me/confirm', { password: testPassword }],
    ['POST', '/users/me/password', { currentPassword: testPassword, newPassword: 'quite another battery' }],
  ];
  for (const more of [wished, nested])
    for (const [method, path, given] of calls) {
      const payload = { ...given, ...more };
      await app.http.inject({ method, url: `/api${path}?role=owner`, headers: user.headers, payload });
      const { rows } = await app.ctx.db.execute(`select roles from users where id = '${user.id}'`);
      expect(rows, `${method} ${path}`).toEqual([{ roles: [] }]);
    }
  expect(({} as { roles?: unknown }).roles).toBeUndefined();
});

it('nobody gives or takes a role as high as the own, by any call', async () => {
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  const [admin, equal] = [
    await createTestUser(app, { roles: [roles.Admin] }),
    await createTestUser(app, { roles: [roles.Admin] }),
  ];
  const member = await createTestUser(app);
  for (const [whom, given] of [
    [member, [roles.Admin]],
    [member, [roles.Owner]],
    [admin, [roles.Admin, roles.Owner]],
    [equal, []],
    [owner, []],
  ] as const) {
    const before = await rolesOf(whom);
    expect((await call('PUT', `/users/${whom.id}/roles`, admin, { roles: given })).statusCode).toBe(403);
    expect(await rolesOf(whom)).toEqual(before);
  }
  for (const role of [roles.Admin, roles.Owner]) {
    const invitation = { role, maxUses: 1, hours: 1, note: '' };
    const reply = await call('POST', '/invitations', admin, invitation);
    expect(reply.statusCode, reply.body).toBeOneOf([400, 403]);
  }
  for (const whom of [equal, owner]) {
    const link = await call('POST', '/users/password-reset/links', admin, { username: whom.username });
    expect([403, 404]).toContain(link.statusCode);
    expect((await call('PUT', `/users/${whom.id}/disabled`, admin, { isDisabled: true })).statusCode).toBe(403);
    expect((await call('DELETE', `/users/${whom.id}`, admin, {})).statusCode).toBe(403);
    expect((await call('DELETE', `/users/${whom.id}/sessions`, admin, {})).statusCode).toBe(403);
    expect((await call('DELETE', `/users/${whom.id}/factors`, admin, {})).statusCode).toBe(403);
  }
});
