import {
  errorStatus,
  errorText,
  rights,
  roles,
  routes,
  topics,
  type CallKey,
  type Right,
  type Route,
} from '@tribehall/contract';
import pg from 'pg';
import { describe, expect, inject, it, vi } from 'vitest';
import { agentUrl, openSocket } from './testing/test-agent.ts';
import { createTestApp } from './testing/test-app.ts';
import { addTestServer } from './testing/test-game-servers.ts';
import { createTestUser, type TestUser } from './testing/test-users.ts';

// Every call is made here: the one that updates yt-dlp must not find that of the host.
const app = await createTestApp({ GUILD_ID: '42', YTDLP_PATH: '/nowhere/yt-dlp' });
const all = Object.entries<Route>(routes) as [CallKey, Route][];

/** Restores the rows that every route with an id names: roles that may remove them do. */
async function restore(): Promise<void> {
  await app.ctx.db.execute(
    `insert into clusters (id, name, name_key, created_at) values ('x', 'x', 'x', now()) on conflict do nothing`,
  );
  await app.ctx.db.execute(
    `insert into servers (id, name, name_key, game, token_hash, created_at)
     values ('x', 'x', 'x', 'asa', 'x', now()) on conflict do nothing`,
  );
}

async function call(key: string, headers: Record<string, string> = {}, payload?: object) {
  const [method = '', path = ''] = key.split(' ');
  if (path.startsWith('/ark/')) await restore();
  const url = `/api${path.replace(/\{\w+\}/g, 'x')}`;
  return app.http.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });
}

describe('the contract', () => {
  it('has every route mounted once', () => {
    for (const [key] of all) {
      const [method = '', path = ''] = key.split(' ');
      expect(app.http.hasRoute({ method, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }), key).toBe(true);
    }
  });

  it('has exactly these public routes', () => {
    const open = all.filter(([, route]) => route.right === 'anyone').map(([key]) => key);
    expect(open.toSorted()).toEqual([
      'GET /ark/agent.tgz',
      'GET /ark/agent/{file}',
      'GET /ark/stats',
      'GET /discord/guilds/{guildId}/icon',
      'GET /events',
      'GET /files/{id}',
      'GET /files/{id}/content',
      'GET /files/{id}/raw',
      'GET /health',
      'GET /site',
      'GET /skibapbot/music/downloads/{eventId}/file',
      'GET /skibapbot/music/thumbnails/{videoId}',
      'GET /status',
      'GET /status/{id}/badge.svg',
      'OPTIONS /files/uploads',
      'POST /files/{id}/download',
      'POST /files/{id}/view',
      'POST /users/login',
      'POST /users/register',
    ]);
  });

  it('gives every error code a status and a text', () => {
    expect(Object.keys(errorText).toSorted()).toEqual(Object.keys(errorStatus).toSorted());
    for (const [code, status] of Object.entries(errorStatus)) expect(status, code).toBeGreaterThanOrEqual(400);
  });
});

/** What each caller gets on each kind of route: let through (whatever comes then) or refused. */
const callers: Record<string, { user: Promise<TestUser> | undefined; may: Right[] }> = {
  'an anonymous visitor': { user: undefined, may: ['anyone'] },
  'a member': { user: createTestUser(app), may: ['anyone', 'user'] },
  'a guild member': { user: createTestUser(app, { guilds: ['7', '42'] }), may: ['anyone', 'user', 'guildMember'] },
  'a member of another guild': { user: createTestUser(app, { guilds: ['7'] }), may: ['anyone', 'user'] },
  'an Admin': {
    user: createTestUser(app, { roles: [roles.Admin] }),
    may: ['anyone', 'user', 'admin', 'moderator', 'serverAdmin', 'serverConsole', 'serverPlayer', 'clusterPlayer'],
  },
  'the bot': {
    user: createTestUser(app, { roles: [roles.DiscordBot] }),
    may: ['anyone', 'user', 'serverPlayer', 'clusterPlayer'],
  },
  'an Owner in the guild': {
    user: createTestUser(app, { roles: [roles.Owner], guilds: ['42'] }),
    may: Object.keys(rights) as Right[],
  },
};

const unlink: CallKey = 'DELETE /oauth2/discord';
const refresh: CallKey = 'POST /oauth2/discord/refresh';
const askForControl: CallKey = 'POST /ark/servers/{id}/auth';

describe.each(Object.entries(callers))('%s', (_, { user, may }) => {
  // The login refuses with 401 too, and the logout would end the session under test.
  const listed = all.filter(([key]) => !/\/users\/log(in|out)$/.test(key));
  // Who has no Discord account any more may do less: that comes last.
  const calls = listed.toSorted(([a], [b]) => Number(a === unlink) - Number(b === unlink));

  it.each(calls.filter(([, route]) => !may.includes(route.right)))('may not call %s', async (key) => {
    const reply = await call(key, (await user)?.headers);
    expect(reply.statusCode).toBe(user ? 403 : 401);
  });

  it('gets only the live topics it may read', async () => {
    for (const [name, topic] of Object.entries(topics)) {
      if (may.includes(topic.right)) continue;
      const reply = await call(`GET /events?topics=${name}${topic.isKeyed ? '/x' : ''}`, (await user)?.headers);
      expect(reply.statusCode, name).toBe(user ? 403 : 401);
    }
  });

  it.each(calls.filter(([, { right, reply }]) => may.includes(right) && reply !== 'stream'))(
    'may call %s',
    async (key) => {
      const reply = await call(key, (await user)?.headers);
      // Let through to the service, which returns what is missing.
      const isServiceError =
        (key === refresh && reply.body.includes('"DISCORD_UNLINKED"')) ||
        (key === askForControl && reply.body.includes('Link your character on this server first'));
      expect(isServiceError ? [401, 500] : [401, 403, 500]).not.toContain(reply.statusCode);
    },
  );

  it('opens no agent connection', async () => {
    const token = (await user)?.token ?? 'none';
    await expect(openSocket(await agentUrl(app), token)).rejects.toThrow('401');
  });
});

describe('a player who is admin on a server', () => {
  it('may act on that server and on no other', async () => {
    const user = await createTestUser(app);
    await addTestServer(app, { id: 'mine' });
    await addTestServer(app, { id: 'other' });
    const player = '76561198000000001';
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, is_admin, linked_at)
       values ('${user.id}', 'mine', '${player}', true, now()), ('${user.id}', 'other', '${player}', false, now())`,
    );
    const kill = async (server: string) => {
      const url = `/api/ark/servers/${server}/players/${player}/kill`;
      return (await app.http.inject({ method: 'POST', url, headers: user.headers })).json<{ code: string }>();
    };
    expect([409, 503]).toContain(errorStatus[(await kill('mine')).code as 'SERVER_OFFLINE']);
    expect(await kill('other')).toMatchObject({ status: 403, code: 'FORBIDDEN', error: rights.serverAdmin });
    expect(await kill('none')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

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
    expect(reply.headers['allow']).toBe('POST');
  });

  it('from another site is refused, and so is another host name', async () => {
    const send = (headers: Record<string, string>) =>
      app.http.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'a', password: 'b' }, headers });
    expect((await send({ host: '127.0.0.1:8080', origin: 'http://evil.test' })).statusCode).toBe(403);
    expect((await send({ host: '127.0.0.1:8080', origin: 'null' })).statusCode).toBe(403);
    expect((await send({ host: 'rebound.evil.test:8080' })).statusCode).toBe(403);
    expect((await send({ host: 'localhost:8080', origin: 'http://localhost:8080' })).statusCode).toBe(401);
    const reply = await app.http.inject({ url: '/api/site', headers: { origin: 'http://evil.test' } });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('has the security headers in every reply', async () => {
    for (const url of ['/api/health', '/api/nothing', '/api/users/me', '/', '/nothing.js']) {
      const { headers } = await app.http.inject({ url });
      expect(headers, url).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(/object-src 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });
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
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  await vi.waitUntil(async () => (await me()).statusCode === 200);
  await vi.waitUntil(async () => (await app.http.inject({ url: '/api/health' })).statusCode === 200);
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
