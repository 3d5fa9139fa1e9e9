import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { roles, routes, type Route } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from './testing/test-app.ts';
import { createTestUser } from './testing/test-users.ts';

const app = await createTestApp({ YTDLP_PATH: '/nowhere/yt-dlp' });
const member = await createTestUser(app);
const owner = await createTestUser(app, { roles: [roles.Owner] });
const guarded = Object.entries<Route>(routes).filter(([, { right }]) => right !== 'anyone');

/** Other ways to write the same path, for servers that clean it up after they have checked it. */
const variants: Record<string, (path: string) => string> = {
  'a doubled slash': (path) => path.replace('/', '//'),
  'a doubled slash inside': (path) => path.replace(/(\/[^/]+)$/, '/$1'),
  'a slash at the end': (path) => `${path}/`,
  'a dot at the end': (path) => `${path}.`,
  'a dot at the end, encoded': (path) => `${path}%2e`,
  'a space at the end': (path) => `${path}%20`,
  'a NUL at the end': (path) => `${path}%00`,
  'a line feed at the end': (path) => `${path}%0a`,
  'a file type': (path) => `${path}.json`,
  'a parameter': (path) => `${path};a=b`,
  'an encoded question mark': (path) => `${path}%3fa`,
  'an encoded slash': (path) => path.replace(/\/([^/]+)$/, '%2f$1'),
  'a backslash': (path) => path.replace(/\/([^/]+)$/, '\\$1'),
  'a dot segment': (path) => path.replace(/\/([^/]+)$/, '/./$1'),
  'a dot segment, encoded': (path) => path.replace(/\/([^/]+)$/, '/%2e/$1'),
  'a detour': (path) => path.replace(/\/([^/]+)$/, '/x/../$1'),
  'a detour, encoded': (path) => path.replace(/\/([^/]+)$/, '/x/%2e%2e/$1'),
  'a detour over a public call': (path) => `/health/..${path}`,
  'capital letters': (path) => path.toUpperCase(),
  'an encoded letter': (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'an overlong letter': (path) => path.replace(/\/([^/]+)$/, '%c0%af$1'),
};

const statusOf = async (method: string, path: string, headers: Record<string, string>, query = '') =>
  (await app.http.inject({ method: method as 'GET', url: `/api${path}${query}`, headers })).statusCode;

const countUsers = async () => (await app.ctx.db.execute('select id from users')).rowCount;

/** What may not be called, or is not there. Without the slash behind `/api` it is a page, which is not built here. */
const refusals = (path: string) => [400, 401, 403, 404, 405, 414, ...(path.startsWith('/') ? [] : [503])];

describe('the right of a call does not depend on how it is written', () => {
  it.each(Object.keys(variants).map((name, nth) => ({ name, nth })))('$name', async ({ name, nth }) => {
    for (const [index, [key, { right }]] of guarded.entries()) {
      const [method = '', pattern = ''] = key.split(' ');
      const path = variants[name]?.(pattern.replace(/\{\w+\}|\*/g, 'x')) ?? '';
      const headers = right !== 'user' && (index + nth) % 2 === 0 ? member.headers : {};
      expect(refusals(path), `${method} ${path}`).toContain(await statusOf(method, path, headers));
    }
  });

  it('another method than that of the request', async () => {
    const overrides = ['x-http-method-override', 'x-method-override', 'x-http-method'];
    const changing = guarded.map(([key]) => key.split(' ')).filter(([method]) => method !== 'GET');
    for (const [method = '', pattern = ''] of changing) {
      const path = pattern.replace(/\{\w+\}|\*/g, 'x');
      const headers = { ...member.headers, ...Object.fromEntries(overrides.map((name) => [name, method])) };
      expect(await statusOf('GET', path, headers), path).toBe(await statusOf('GET', path, member.headers));
    }
    const before = await countUsers();
    for (const name of overrides)
      expect(await statusOf('GET', `/users/${member.id}`, { ...owner.headers, [name]: 'DELETE' })).toBe(405);
    expect(await statusOf('GET', `/users/${member.id}`, owner.headers, '?_method=DELETE')).toBe(405);
    expect(await countUsers()).toBe(before);
  });

  it('TRACE and CONNECT', async () => {
    for (const method of ['TRACE', 'CONNECT'])
      for (const path of ['/users', '/users/me', '/health'])
        expect([400, 404, 405], `${method} ${path}`).toContain(await rawStatusOf(method, `/api${path}`));
  });
});

/** Not every client sends these. */
async function rawStatusOf(method: string, path: string): Promise<number> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${owner.headers.authorization}\r\n\r\n`,
  );
  const [reply] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
  socket.destroy();
  // A connection that is closed without a word is a refusal, too.
  return typeof reply === 'boolean' ? 400 : Number(/^HTTP\/1.1 (\d+)/.exec(reply.toString())?.[1]);
}
