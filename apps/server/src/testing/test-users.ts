import { randomBytes } from 'node:crypto';
import { startSession } from '../modules/sessions/sessions.service.ts';
import { addConnection } from '../modules/discord/connection.service.ts';
import { addUser } from '../modules/users/users.service.ts';
import type { TestApp } from './test-app.ts';

export const testPassword = 'correct horse battery';

/** Hash of `testPassword` with a low cost, because tests create many users. */
const testPasswordHash =
  '$argon2id$v=19$m=1024,t=1,p=1$cJ7gJHuGuRwtCUHVhMO6EA$FeUgwTcsWT0BFr9MH9lrMvJAh3jgKt8gdZCwCGBu1mI';

export type TestUser = {
  id: string;
  email: string;
  username: string;
  token: string;
  headers: { authorization: string };
};

/** A user with a session, created by the services. */
export async function createTestUser(
  { ctx }: TestApp,
  options: { roles?: number[]; guilds?: string[] } = {},
): Promise<TestUser> {
  const name = `user-${randomBytes(5).toString('hex')}`;
  const email = `${name}@example.test`;
  const user = await addUser(ctx, {
    email,
    username: name,
    passwordHash: testPasswordHash,
    roles: options.roles ?? [],
  });
  if (options.guilds) await addConnection(ctx, user.id, { discordId: name, username: name, guilds: options.guilds });
  const token = await startSession(ctx, user.id);
  return { id: user.id, email, username: name, token, headers: { authorization: `Bearer ${token}` } };
}
