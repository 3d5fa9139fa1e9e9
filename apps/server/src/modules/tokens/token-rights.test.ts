import { roles, routes, scopeNames, scopes, serverParam, topics, type Route, type Scope } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { startSession } from '../sessions/sessions.service.ts';
import { setRoles } from '../users/users.service.ts';
import { createToken } from './tokens.fixture.ts';

// Every call is made here: the one that updates yt-dlp must not find that of the host.
const app = await createTestApp({ GUILD_ID: '42', YTDLP_PATH: '/nowhere/yt-dlp' });
const owner = await createTestUser(app, { roles: [roles.Owner], guilds: ['42'] });

/** Every route that looks at its caller. */
const all = Object.entries<Route>(routes).filter(([, { right, knowsCaller }]) => right !== 'anyone' || knowsCaller);
const scoped = all.flatMap(([key, route]) => {
  const { scope = 'none', isByTopic = false } = route;
  const isOnServer = serverParam(key.split(' ')[1] ?? '') !== undefined;
  return scope === 'none' ? [] : [{ key, route, scope, isOnServer, isBound: scopes[scope].isOnServers && !isByTopic }];
});
const unscoped = all.filter(([, { scope }]) => scope === 'none').map(([key]) => key);
const others = (scope: Scope) => scopeNames.filter((name) => name !== scope);

/** Restores the rows that the routes name: the Owner may remove them. */
async function restore(): Promise<void> {
  await app.ctx.db.execute(
    `insert into clusters (id, name, name_key, created_at) values ('x', 'x', 'x', now()) on conflict do nothing;
     insert into servers (id, name, name_key, game, token_hash, created_at)
       values ('x', 'x', 'x', 'asa', 'x', now()), ('a', 'a', 'a', 'asa', 'a', now()) on conflict do nothing`,
  );
}

type Reply = { status: number; code: string | undefined };

async function call(key: string, headers: Record<string, string>): Promise<Reply> {
  const [method = '', path = ''] = key.split(' ');
  if (path.startsWith('/ark/')) await restore();
  const url = `/api${path.replace(/\{\w+\}/g, 'x')}`;
  const reply = await app.http.inject({ method: method as 'GET', url, headers });
  const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
  return { status: reply.statusCode, code: isJson ? reply.json<{ code?: string }>().code : undefined };
}

function isRefused({ status, code = '' }: Reply): boolean {
  return status === 401 || status === 500 || ['TOKEN_SCOPE', 'TOKEN_SERVER', 'LOGIN_NEEDED'].includes(code);
}

await restore();
const whole = await createToken(app, owner);
const byScope = new Map<Scope, { only: Headers; without: Headers; elsewhere: Headers; here: Headers }>();
type Headers = { authorization: string };
for (const scope of scopeNames)
  byScope.set(scope, {
    only: (await createToken(app, owner, { scopes: [scope] })).headers,
    without: (await createToken(app, owner, { scopes: others(scope) })).headers,
    elsewhere: (await createToken(app, owner, { scopes: ['read', scope], serverIds: ['a'] })).headers,
    here: (await createToken(app, owner, { scopes: ['read', scope], serverIds: ['x'] })).headers,
  });
const of = (scope: Scope) => byScope.get(scope) as NonNullable<ReturnType<typeof byScope.get>>;

describe('a route', () => {
  it('has a scope or none, exactly if it looks at its caller', () => {
    for (const [key, { right, knowsCaller, scope }] of Object.entries<Route>(routes))
      expect(scope === undefined, key).toBe(right === 'anyone' && !knowsCaller);
  });

  it('is for people alone where it is about accounts, secrets and the host', () => {
    const guarded = /\/(users|tokens|terminal|oauth2|notifications|moderators|moderatorRoles)\b|\/token$|\/auth\b/;
    const open = scoped.map(({ key }) => key).filter((key) => guarded.test(key));
    expect(open).toEqual(['GET /users/me']);
  });

  it.each(unscoped)('%s refuses a token with every scope', async (key) => {
    expect(await call(key, whole.headers)).toEqual({ status: 403, code: 'LOGIN_NEEDED' });
  });

  it.each(scoped)('$key needs the scope $scope', async ({ key, scope }) => {
    expect(await call(key, of(scope).without)).toEqual({ status: 403, code: 'TOKEN_SCOPE' });
    expect(await call(key, of(scope).only)).not.toSatisfy(isRefused);
  });

  it.each(scoped)('$key needs a token for its server', async ({ key, scope, isOnServer, isBound }) => {
    const outcome = async (headers: Headers) => {
      const reply = await call(key, headers);
      return isRefused(reply) ? reply : 'let through';
    };
    const refused = { status: 403, code: 'TOKEN_SERVER' };
    expect(await outcome(of(scope).elsewhere)).toEqual(isBound ? refused : 'let through');
    expect(await outcome(of(scope).here)).toEqual(isBound && !isOnServer ? refused : 'let through');
  });

  it('refuses tokens that are revoked, expired or of a disabled account', async () => {
    const other = await createTestUser(app, { roles: [roles.Owner], guilds: ['42'] });
    const soon = await createToken(app, other, { expiresAt: new Date(Date.now() + 3_600_000) });
    const revoked = await createToken(app, other);
    const url = `/api/users/me/tokens/${revoked.id}`;
    expect((await app.http.inject({ method: 'DELETE', url, headers: other.headers })).statusCode).toBe(200);
    const ofDisabled = await createToken(app, other);
    app.passMs(3_600_000);
    for (const [key] of all) {
      for (const { headers } of [soon, revoked]) {
        await app.ctx.db.execute('delete from attempts');
        expect((await call(key, headers)).status, key).toBe(401);
      }
    }
    await app.ctx.db.execute(`update users set disabled_at = now() where id = '${other.id}'`);
    for (const [key] of all) {
      await app.ctx.db.execute('delete from attempts');
      expect((await call(key, ofDisabled.headers)).status, key).toBe(401);
    }
  });

  it('gives a token no more than its user has now', async () => {
    const former = await createTestUser(app, { roles: [roles.Owner] });
    const token = await createToken(app, former);
    expect(await call('GET /databases', token.headers)).toMatchObject({ status: 200 });
    await setRoles(app.ctx, { userId: null, username: 'operator', address: '' }, former.id, []);
    const session = { authorization: `Bearer ${await startSession(app.ctx, former.id)}` };
    for (const { key } of scoped) expect(await call(key, token.headers), key).toEqual(await call(key, session));
    expect(await call('GET /databases', token.headers)).toEqual({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('a live topic', () => {
  type Listed = { right: string; scope?: Scope | 'none'; isKeyed: boolean; isOfServer?: true };
  const listed = Object.entries<Listed>(topics).flatMap(([name, { right, scope = 'none', isKeyed, isOfServer }]) =>
    right === 'anyone' ? [] : [{ ref: isKeyed ? `${name}/x` : name, scope, isOfServer }],
  );
  const scopedTopics = listed.flatMap(({ scope, ...topic }) => (scope === 'none' ? [] : [{ ...topic, scope }]));
  const onServers = scopedTopics.filter(({ scope }) => scopes[scope].isOnServers);
  const foreign = { status: 403, code: 'TOKEN_SERVER' };

  it.each(listed.filter(({ scope }) => scope === 'none'))('$ref is for people alone', async ({ ref }) => {
    expect(await read(ref, whole.headers)).toEqual({ status: 403, code: 'LOGIN_NEEDED' });
  });

  it.each(scopedTopics)('$ref needs the scope $scope', async ({ ref, scope }) => {
    expect(await read(ref, of(scope).without)).toEqual({ status: 403, code: 'TOKEN_SCOPE' });
  });

  it.each(onServers)('$ref needs a token for its server', async ({ ref, scope }) => {
    expect(await read(ref, of(scope).elsewhere)).toEqual(foreign);
  });

  it.each(onServers.filter(({ isOfServer }) => !isOfServer))(
    '$ref needs a token for all servers',
    async ({ ref, scope }) => {
      expect(await read(ref, of(scope).here)).toEqual(foreign);
    },
  );
});

async function read(ref: string, headers: Record<string, string>): Promise<Reply> {
  return call(`GET /events?topics=${ref}`, headers);
}
