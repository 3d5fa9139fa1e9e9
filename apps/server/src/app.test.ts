import { gzipSync } from 'node:zlib';
import { roles } from '@tribehall/contract';
import pg from 'pg';
import { describe, expect, inject, it, vi } from 'vitest';
import { createTestApp } from './testing/test-app.ts';
import { createTestUser } from './testing/test-users.ts';

const app = await createTestApp();

const loginFrom = (headers: Record<string, string>) =>
  app.http.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'a', password: 'b' }, headers });

describe('a request that is wrong', () => {
  const owner = createTestUser(app, { roles: [roles.Owner] });
  const login = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.http.inject({ method: 'POST', url: '/api/users/login', payload, headers });

  it.each([
    ['broken JSON', '{"email":', 400, 'BAD_REQUEST'],
    ['no body', '', 400, 'BAD_REQUEST'],
    ['null', 'null', 400, 'BAD_REQUEST'],
    ['an array', '[]', 400, 'BAD_REQUEST'],
    ['wrong types', '{"email":1,"password":{}}', 400, 'BAD_REQUEST'],
    ['a prototype', '{"__proto__":{"x":1},"email":"a","password":"b"}', 400, 'BAD_REQUEST'],
    ['deep nesting', `{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400, 'BAD_REQUEST'],
    [
      'a huge password',
      JSON.stringify({ email: 'a', password: 'x'.repeat(10 * 1024 * 1024) }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a million keys',
      `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":0`).join(',')}}`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['as many keys as fit', `{${Array.from({ length: 6_000 }, (_, n) => `"k${n}":0`).join(',')}}`, 400, 'BAD_REQUEST'],
    ['a NUL in the address', '{"email":"a\\u0000b","password":"x"}', 400, 'BAD_REQUEST'],
  ])('(%s) gets the envelope', async (_, payload, status, code) => {
    const reply = await login(payload);
    expect(reply.json()).toMatchObject({ status, code, error: expect.any(String) as string });
    expect(reply.statusCode).toBe(status);
    expect(reply.body).not.toMatch(/\bat .*:\d+|node_modules/);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'is refused as %s',
    async (type) => expect((await login('{}', { 'content-type': type })).json()).toMatchObject({ status: 415 }),
  );

  it.each(['gzip', 'deflate', 'br', 'zstd'])('is never decompressed: %s', async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    expect(bomb.length).toBeLessThan(60_000);
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: bomb,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    });
    expect(reply.json()).toMatchObject({ status: 400 });
  });

  it.each(['/api', '/api/', '/api/nothing', '/api//users/me', '/api/users/me/', '/api/users/me%2f', '/api/users/%ff'])(
    'to %s gets no route',
    async (url) => {
      const reply = await app.http.inject({ url, headers: (await owner).headers });
      expect([400, 404, 405]).toContain(reply.statusCode);
      expect(reply.json()).toMatchObject({ status: reply.statusCode });
    },
  );

  it('with another method gets the allowed ones', async () => {
    const reply = await app.http.inject({ method: 'DELETE', url: '/api/users/me/password' });
    expect(reply.json()).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(reply.headers['allow']).toBe('POST, PUT');
  });

  it('from another site is refused, and so is another host name', async () => {
    expect((await loginFrom({ host: '127.0.0.1:8080', origin: 'http://evil.test' })).statusCode).toBe(403);
    expect((await loginFrom({ host: '127.0.0.1:8080', origin: 'null' })).statusCode).toBe(403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const form = { host: '127.0.0.1:8080', origin: 'http://evil.test', 'content-type': type };
      expect((await loginFrom(form)).statusCode, type).toBe(403);
    }
    expect((await loginFrom({ host: 'rebound.evil.test:8080' })).statusCode).toBe(403);
    expect((await loginFrom({ host: 'localhost:8080', origin: 'http://localhost:8080' })).statusCode).toBe(401);
    const origin = 'http://evil.test';
    const asked = { origin, 'access-control-request-method': 'POST' };
    for (const reply of [
      await app.http.inject({ url: '/api/site', headers: { origin } }),
      await app.http.inject({ method: 'OPTIONS', url: '/api/users/login', headers: asked }),
      await app.http.inject({ url: '/api/users/me', headers: { origin, ...(await owner).headers } }),
    ])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('tells browsers about subdomains where the operator wants it', async () => {
    const { http } = await createTestApp({ HSTS_SUBDOMAINS: 'on' });
    for (const url of ['/api/health', '/', '/nothing.js'])
      expect((await http.inject({ url })).headers['strict-transport-security'], url).toBe(
        'max-age=31536000; includeSubDomains',
      );
  });

  it('has the security headers in every reply', async () => {
    const broken = await createTestApp();
    broken.http.get('/api/broken', () => {
      throw new Error('a secret of the database');
    });
    const failed = await broken.http.inject('/api/broken');
    expect(failed.json()).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(failed.body).not.toMatch(/secret|\bat .*:\d+|node_modules/);
    for (const url of ['/api/health', '/api/nothing', '/api/users/me', '/', '/nothing.js', '/api/broken']) {
      const { headers } = await (url === '/api/broken' ? broken : app).http.inject({ url });
      expect(headers, url).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(/object-src 'none'/);
      expect(headers['content-security-policy']).toMatch(/base-uri 'none'/);
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });
});

it('asks to try again where two transactions were in the way of each other', async () => {
  const { ctx, http } = await createTestApp();
  const deadlock = `do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;
  http.get('/deadlock', () => ctx.db.execute(deadlock));
  const reply = await http.inject({ url: '/deadlock' });
  expect(reply.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(reply.headers['retry-after']).toBe('1');
});

it('is refused as unavailable while the database is down, and served again when it is back', async () => {
  const user = await createTestUser(app);
  const me = () => app.http.inject({ url: '/api/users/me', headers: user.headers });
  const server = inject('database');
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  const { rows } = await app.ctx.db.execute<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await vi.waitUntil(async () => (await me()).json<{ status: number }>().status !== 200);
  for (let i = 0; i < 6; i += 1) expect((await me()).json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  await vi.waitUntil(async () => (await app.http.inject({ url: '/api/health' })).statusCode === 503);
  expect((await app.http.inject({ url: '/api/health/ready' })).json()).toMatchObject({
    status: 503,
    error: 'The database is not responding.',
  });
  expect((await app.http.inject({ url: '/api/health/live' })).statusCode).toBe(200);
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  await vi.waitUntil(async () => (await me()).statusCode === 200);
  await vi.waitUntil(async () => (await app.http.inject({ url: '/api/health' })).statusCode === 200);
  expect((await app.http.inject({ url: '/api/health/ready' })).statusCode).toBe(200);
});

it('accepts its configured host name, and loopback', async () => {
  const named = await createTestApp({ PUBLIC_URL: 'https://ark.example', HOST: '0.0.0.0' });
  const from = async (host: string) => (await named.http.inject({ url: '/api/site', headers: { host } })).statusCode;
  expect(await from('ark.example')).toBe(200);
  expect(await from('[::1]:8080')).toBe(200);
  expect(await from('other.example')).toBe(403);
  const open = await createTestApp({ HOST: '0.0.0.0' });
  expect((await open.http.inject({ url: '/api/site', headers: { host: 'any.example' } })).statusCode).toBe(200);
});

it('limits a flood from one address and returns for how long', async () => {
  const limited = await createTestApp({ REQUESTS_PER_MINUTE: '5' });
  const replies = [];
  for (let i = 0; i < 7; i += 1)
    replies.push(await limited.http.inject({ url: '/api/site', headers: { 'x-forwarded-for': `10.0.0.${i}` } }));
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
});

it('does not count the files of the web app, of which a first visit loads many', async () => {
  const limited = await createTestApp({ REQUESTS_PER_MINUTE: '2' });
  const ask = async (url: string) => (await limited.http.inject({ url })).statusCode;
  for (let i = 0; i < 3; i += 1) await ask(`/assets/chunk-${i}.js`);
  expect([await ask('/api/site'), await ask('/api/site'), await ask('/api/site')]).toEqual([200, 200, 429]);
});

it("takes the client's address only from a trusted proxy", async () => {
  const behind = await createTestApp({ REQUESTS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string) => behind.http.inject({ url: '/api/site', headers: { 'x-forwarded-for': address } });
  expect([
    (await from('10.0.0.1')).statusCode,
    (await from('10.0.0.2')).statusCode,
    (await from('10.0.0.2')).statusCode,
  ]).toEqual([200, 200, 429]);
});

it('returns that a drive is full', async () => {
  const full = await createTestApp();
  full.http.get('/full/:code', ({ params }) => {
    const { code } = params as { code: string };
    throw new Error('A file could not be written', { cause: Object.assign(new Error(code), { code }) });
  });
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect((await full.http.inject(`/full/${code}`)).json()).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
  await full.ctx.db.execute(
    `create function fail_full() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await full.ctx.db.execute('create trigger full_drive before insert on users execute function fail_full()');
  const payload = { email: 'a@example.test', username: 'Somebody', password: 'a long enough one' };
  const reply = await full.http.inject({ method: 'POST', url: '/api/users/register', payload });
  expect(reply.json()).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
});
