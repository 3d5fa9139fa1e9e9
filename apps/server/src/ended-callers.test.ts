import { roles, routes, topics, type Route } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from './testing/test-app.ts';
import { addTestServer } from './testing/test-game-servers.ts';
import { createTestUser, type TestUser } from './testing/test-users.ts';

// Every call is made here: the one that updates yt-dlp must not find that of the host.
const app = await createTestApp({ GUILD_ID: '42', YTDLP_PATH: '/nowhere/yt-dlp' });
const owner = await createTestUser(app, { roles: [roles.Owner], guilds: ['42'] });
await app.ctx.db.execute(
  `insert into clusters (id, name, name_key, created_at) values ('x', 'x', 'x', now());
   insert into servers (id, name, name_key, game, token_hash, created_at) values ('x', 'x', 'x', 'asa', 'x', now())`,
);

/** Every route that looks at its caller; the others have nobody to refuse. */
const guarded = Object.entries<Route>(routes).filter(([, { right, knowsCaller }]) => right !== 'anyone' || knowsCaller);

async function call(key: string, headers: Record<string, string>): Promise<{ status: number; code?: string }> {
  const [method = '', path = ''] = key.split(' ');
  const url = `/api${path.replace(/\{\w+\}/g, 'x')}`;
  const reply = await app.http.inject({ method: method as 'GET', url, headers });
  const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
  return { status: reply.statusCode, ...(isJson ? { code: reply.json<{ code: string }>().code } : {}) };
}

const asOwner = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object = {}) => {
  const { statusCode } = await app.http.inject({ method, url: `/api${path}`, headers: owner.headers, payload });
  expect(statusCode, path).toBe(200);
};

/** How a session of an Owner in the guild, who may do everything, has ended. */
const ends: Record<string, (user: TestUser) => Promise<unknown>> = {
  'a logout': ({ headers }) => app.http.inject({ method: 'POST', url: '/api/users/logout', headers, payload: {} }),
  'a lost role': ({ id }) => asOwner('PUT', `/users/${id}/roles`, { roles: [] }),
  'a disabled account': ({ id }) => asOwner('PUT', `/users/${id}/disabled`, { isDisabled: true }),
  'a removed account': ({ id }) => asOwner('DELETE', `/users/${id}`),
};

/** What answers anything but that the token is not known. */
async function findOpen(headers: Record<string, string>): Promise<string[]> {
  const streams = Object.entries(topics).map(
    ([name, { isKeyed }]) => `GET /events?topics=${name}${isKeyed ? '/x' : ''}`,
  );
  const open: string[] = [];
  for (const key of [...guarded.map(([route]) => route), ...streams]) {
    // Wrong tokens are counted.
    await app.ctx.db.execute('delete from attempts');
    const { status, code } = await call(key, headers);
    if (status !== 401 || code !== 'INVALID_TOKEN') open.push(`${key}: ${status} ${code}`);
  }
  return open;
}

describe('no route and no topic is open to', () => {
  it.each(Object.keys(ends))('a session that was ended by %s', async (name) => {
    const user = await createTestUser(app, { roles: [roles.Owner], guilds: ['42'] });
    expect((await call('GET /audit', user.headers)).status).toBe(200);
    await ends[name]?.(user);
    expect(await findOpen(user.headers)).toEqual([]);
  });

  it('the token of an agent', async () => {
    const { token } = await addTestServer(app);
    expect(await findOpen({ authorization: `Bearer ${token}` })).toEqual([]);
  });
});
