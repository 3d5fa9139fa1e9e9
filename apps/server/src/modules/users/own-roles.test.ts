import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, testPassword } from '../../testing/test-users.ts';

const app = await createTestApp();

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
