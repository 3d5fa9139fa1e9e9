import type { AddressInfo } from 'node:net';
import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { buildApp, createState } from '../../app.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import { onFinished } from '../../testing/cleanup.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, testPassword, type TestUser } from '../../testing/test-users.ts';
import { setDisabled } from '../users/disabling.service.ts';
import { remove, setRoles } from '../users/users.service.ts';
import { createToken, type TestToken } from './tokens.fixture.ts';
import { maxTokens, revoke, writeUses } from './tokens.service.ts';

const app = await createTestApp();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const operator = { userId: null, username: 'operator', address: '' };
const given = { name: 'Backup', scopes: ['read'], serverIds: null, expiresAt: null };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
type Headers = Record<string, string>;

type Reply = { status: number; code?: string; data: unknown; details?: unknown; error?: string };

async function call(method: Method, path: string, headers: Headers, payload?: object) {
  const reply = await app.http.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return reply.json<Reply>();
}

const statusOf = async (headers: Headers, path = '/users/me') => (await call('GET', path, headers)).status;
const own = async (user: TestUser) =>
  (await call('GET', '/users/me/tokens', user.headers)).data as ReplyInput<'GET /users/me/tokens'>;
const create = async (user: TestUser, changes: object = {}) => {
  const reply = await call('POST', '/users/me/tokens', user.headers, { ...given, ...changes });
  return { ...reply, data: reply.data as ReplyInput<'POST /users/me/tokens'> };
};

const soon = () => new Date(app.ctx.clock().getTime() + 3_600_000);

describe('creating a token', () => {
  it('shows the secret once, and stores only a hash of it', async () => {
    const user = await createTestUser(app);
    const { data } = await create(user, { name: '  Backup <b>script</b> ' });
    expect(data.secret).toMatch(/^thp_[\w-]{16}\.[\w-]{43}$/);
    expect(data.token).toMatchObject({
      name: 'Backup <b>script</b>',
      scopes: ['read'],
      servers: null,
      lastUsedAt: null,
    });
    expect(await own(user)).toEqual([data.token]);
    expect(await statusOf({ authorization: `Bearer ${data.secret}` })).toBe(200);
    expect(await rowsWith(data.token.id)).toBeGreaterThan(0);
    expect(await rowsWith(data.secret.split('.')[1] ?? '')).toBe(0);
    expect(app.logged.join('\n')).not.toContain(data.secret.split('.')[1]);
  });

  it('needs a recent confirmation of the password', async () => {
    const user = await createTestUser(app);
    await app.ctx.db.execute(`update sessions set confirmed_at = now() - interval '1 h' where user_id = '${user.id}'`);
    expect(await create(user)).toMatchObject({ status: 403, code: 'CONFIRMATION_NEEDED' });
    await call('POST', '/users/me/confirm', user.headers, { password: testPassword });
    expect(await create(user)).toMatchObject({ status: 200 });
  });

  it('refuses what makes no sense, at its field', async () => {
    const user = await createTestUser(app);
    const past = new Date(Date.now() - 1000).toISOString();
    const far = new Date(Date.now() + 20 * 366 * 86_400_000).toISOString();
    const wrong: [string, object][] = [
      ['name', { name: ' ' }],
      ['name', { name: 'a\u202Eb' }],
      ['name', { name: 'a\nb' }],
      ['scopes', { scopes: [] }],
      ['scopes.0', { scopes: ['everything'] }],
      ['serverIds', { serverIds: [] }],
      ['serverIds', { serverIds: ['none'] }],
      ['expiresAt', { expiresAt: past }],
      ['expiresAt', { expiresAt: far }],
    ];
    for (const [field, change] of wrong)
      expect(await create(user, change), JSON.stringify(change)).toMatchObject({
        status: 400,
        details: { fields: [{ field }] },
      });
    expect(await own(user)).toEqual([]);
  });

  it(`stops at ${maxTokens}, also if many are created at once`, async () => {
    const user = await createTestUser(app);
    for (let i = 0; i < maxTokens - 2; i += 1) await createToken(app, user);
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create(user)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

describe('a token', () => {
  it('is renamed and revoked by its user, and by nobody else but an Owner', async () => {
    const user = await createTestUser(app);
    const stranger = await createTestUser(app, { roles: [roles.Admin] });
    const token = await createToken(app, user);
    const path = `/users/me/tokens/${token.id}`;
    expect(await call('PATCH', path, stranger.headers, { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await call('DELETE', path, stranger.headers)).toMatchObject({ status: 404 });
    expect(await call('DELETE', `/tokens/${token.id}`, stranger.headers)).toMatchObject({ status: 403 });
    expect(await call('PATCH', path, user.headers, { name: 'Mine' })).toMatchObject({ data: { name: 'Mine' } });
    expect(await call('DELETE', path, user.headers)).toMatchObject({ status: 200 });
    expect(await statusOf(token.headers)).toBe(401);
    expect(await call('DELETE', path, user.headers)).toMatchObject({ status: 404 });
  });

  it('is listed for and revoked by the Owner', async () => {
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const user = await createTestUser(app);
    const { id: server } = await addTestServer(app, { name: 'The Island' });
    const token = await createToken(app, user, { serverIds: [server] });
    const list = async () => {
      const { tokens } = (await call('GET', '/tokens', owner.headers)).data as ReplyInput<'GET /tokens'>;
      return tokens.filter(({ id }) => id === token.id);
    };
    expect(await list()).toMatchObject([
      { user: { id: user.id, username: user.username }, servers: [{ id: server, name: 'The Island' }] },
    ]);
    expect(await call('DELETE', `/tokens/${token.id}`, owner.headers)).toMatchObject({ status: 200 });
    expect(await statusOf(token.headers)).toBe(401);
    expect(await list()).toEqual([]);
  });

  it('is refused with a wrong secret, and guesses are limited', async () => {
    const limited = await createTestApp();
    const user = await createTestUser(limited);
    const token = await createToken(limited, user);
    const guess = async (text: string) => {
      const headers = { authorization: `Bearer ${text}` };
      return (await limited.http.inject({ url: '/api/users/me', headers })).json<{ status: number; code: string }>();
    };
    for (const wrong of [`${token.id}.${'a'.repeat(43)}`, token.id, `${token.id}.`, 'thp_', 'thp_.', 'thp_x.y'])
      expect(await guess(wrong), wrong).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    for (let i = 0; i < 54; i += 1) await guess(`thp_${'a'.repeat(16)}.${i}`);
    expect(await guess('thp_')).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(await guess(token.secret), 'the right one').toMatchObject({ status: 200 });
  });

  it('is no session: no new token in replies, and no confirmation', async () => {
    const user = await createTestUser(app, { roles: [roles.Owner] });
    const token = await createToken(app, user);
    app.passMs(20 * 86_400_000);
    const reply = await app.http.inject({ url: '/api/users/me', headers: token.headers });
    expect([reply.statusCode, reply.headers['x-access-token']]).toEqual([200, undefined]);
    const confirm = await call('POST', '/users/me/confirm', token.headers, { password: testPassword });
    expect(confirm).toMatchObject({ status: 403, code: 'LOGIN_NEEDED' });
  });

  it('is refused from a page of another site, like a session', async () => {
    const user = await createTestUser(app);
    const { headers } = await createToken(app, user);
    const { id } = await addTestServer(app);
    const ping = (origin: Headers) => call('POST', `/ark/servers/${id}/ping`, { ...headers, ...origin });
    expect(await ping({ origin: 'https://elsewhere.example' })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await ping({})).toMatchObject({ status: 503 });
  });

  it('has its last use written in the background', async () => {
    const user = await createTestUser(app);
    const token = await createToken(app, user);
    expect(await statusOf(token.headers)).toBe(200);
    expect((await own(user))[0]?.lastUsedAt).toBeNull();
    await writeUses(app.ctx);
    const [used] = await own(user);
    expect(new Date(used?.lastUsedAt ?? 0).getTime()).toBeGreaterThan(new Date(used?.createdAt ?? '').getTime() - 1);
  });

  it('is named by the audit entries of what it did', async () => {
    const user = await createTestUser(app, { roles: [roles.Admin] });
    const token = await createToken(app, user, { name: 'Night shift', scopes: ['servers'] });
    expect(await call('POST', '/ark/clusters', token.headers, { clusterName: 'Valley' })).toMatchObject({
      status: 200,
    });
    const { rows } = await app.ctx.db.execute(
      `select details->>'apiToken' as token from audit where action = 'clusters.create' and actor_id = '${user.id}'`,
    );
    expect(rows).toEqual([{ token: 'Night shift' }]);
  });
});

describe('a token in memory', () => {
  const ends: Record<string, (user: TestUser, token: TestToken) => Promise<unknown>> = {
    revoked: (_, { id }) => revoke(app.ctx, operator, id),
    role: ({ id }) => setRoles(app.ctx, operator, id, []),
    disabled: ({ id }) => setDisabled(app.ctx, operator, id, true),
    removed: ({ id }) => remove(app.ctx, operator, id),
  };

  it.each(Object.keys(ends))('counts for nothing at once on all portals: %s', async (name) => {
    const there = otherPortal();
    const user = await createTestUser(app, { roles: [roles.Owner] });
    const token = await createToken(app, user);
    expect(await there.statusOf(token.headers, '/api/databases')).toBe(200);
    await ends[name]?.(user, token);
    expect(await there.statusOf(token.headers, '/api/databases')).toBe(name === 'role' ? 403 : 401);
  });

  it('counts for nothing after a moment where no message arrives', async () => {
    const there = otherPortal(createMemoryBus());
    const user = await createTestUser(app);
    const token = await createToken(app, user);
    expect(await there.statusOf(token.headers, '/api/users/me')).toBe(200);
    await revoke(app.ctx, operator, token.id);
    await vi.waitUntil(async () => (await there.statusOf(token.headers, '/api/users/me')) === 401);
  });

  it('answers without the database', async () => {
    const there = otherPortal();
    const token = await createToken(app, await createTestUser(app));
    const read = vi.spyOn(there.ctx.state.tokens.cache, 'read');
    await vi.waitUntil(async () => {
      await there.statusOf(token.headers, '/api/users/me');
      read.mockClear();
      return (await there.statusOf(token.headers, '/api/users/me')) === 200 && read.mock.calls.length === 0;
    });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('a stream of a token', () => {
  const ends: Record<string, (user: TestUser, token: TestToken) => unknown> = {
    'the token is revoked': (_, { id }) => revoke(app.ctx, operator, id),
    'the token expires': () => app.passMs(3_600_000),
    'the user loses the role': ({ id }) => setRoles(app.ctx, operator, id, []),
    'the account is disabled': ({ id }) => setDisabled(app.ctx, operator, id, true),
    'the account is removed': ({ id }) => remove(app.ctx, operator, id),
  };

  it.each(Object.keys(ends))('ends when %s', async (name) => {
    const user = await createTestUser(app, { roles: [roles.Owner] });
    const token = await createToken(app, user, { scopes: ['read', 'logs'], expiresAt: soon() });
    const stream = await open(token, 'audit');
    expect(stream.status).toBe(200);
    await expect.poll(stream.text).toContain('"snapshot"');
    await ends[name]?.(user, token);
    await expect.poll(stream.ended, { timeout: 5000 }).toBe(true);
    expect(stream.text()).toContain('session-ended');
    expect(stream.text()).not.toContain(user.email);
  });

  it('delivers the topics of its servers', async () => {
    const user = await createTestUser(app);
    const { id } = await addTestServer(app);
    const token = await createToken(app, user, { scopes: ['read'], serverIds: [id] });
    const stream = await open(token, `servers.state/${id},site`);
    await expect.poll(stream.text).toContain(`"topic":"servers.state/${id}","event":"snapshot"`);
  });
});

/** Another portal on the same database; without a shared bus it hears of nothing. */
function otherPortal(bus = app.ctx.bus) {
  const ctx = { ...app.ctx, bus, state: createState(app.ctx.config) };
  const { http } = buildApp(ctx, '/nowhere');
  onFinished(() => http.close());
  return { ctx, statusOf: async (headers: Headers, url: string) => (await http.inject({ url, headers })).statusCode };
}

async function open(
  token: TestToken,
  topics: string,
): Promise<{ status: number; text: () => string; ended: () => boolean }> {
  const { port } = app.http.server.address() as AddressInfo;
  const abort = new AbortController();
  onFinished(() => abort.abort());
  const url = `http://127.0.0.1:${port}/api/events?topics=${topics}`;
  const response = await fetch(url, { headers: token.headers, signal: abort.signal });
  let text = '';
  let isEnded = false;
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
  };
  void read()
    .catch(() => {})
    .finally(() => (isEnded = true));
  return { status: response.status, text: () => text, ended: () => isEnded };
}

/** The number of rows of all tables that contain a text. */
async function rowsWith(text: string): Promise<number> {
  const { rows } = await app.ctx.db.execute(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  let found = 0;
  for (const { name } of rows as { name: string }[]) {
    const { rows: counted } = await app.ctx.db.execute(
      `select count(*)::int as total from "${name}" t where strpos(t::text, '${text}') > 0`,
    );
    found += (counted as { total: number }[])[0]?.total ?? 0;
  }
  return found;
}
