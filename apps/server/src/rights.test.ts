import {
  errorStatus,
  errorText,
  moderatorPowers,
  rights,
  roles,
  routes,
  topics,
  type CallKey,
  type Right,
  type Route,
} from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { rightOfCall } from './rights.fixture.ts';
import { rightOfTopic } from './topic-rights.fixture.ts';
import { agentUrl, openSocket } from './testing/test-agent.ts';
import { createTestApp } from './testing/test-app.ts';
import { addTestServer } from './testing/test-game-servers.ts';
import { createTestUser, type TestUser } from './testing/test-users.ts';

// Every call is made here: the one that updates yt-dlp must not find that of the host.
const app = await createTestApp({ GUILD_ID: '42', YTDLP_PATH: '/nowhere/yt-dlp' });
const all = Object.entries<Route>(routes) as [CallKey, Route][];

/** Restores the rows that every route with an id names, and who moderates them: roles that may remove them do. */
async function restore(): Promise<void> {
  await app.ctx.db.execute(
    `insert into clusters (id, name, name_key, created_at) values ('x', 'x', 'x', now()), ('k', 'k', 'k', now())
       on conflict do nothing;
     insert into servers (id, name, name_key, game, token_hash, created_at)
       values ('x', 'x', 'x', 'asa', 'x', now()), ('a', 'a', 'a', 'asa', 'a', now()), ('c', 'c', 'c', 'asa', 'c', now())
       on conflict do nothing;
     update servers set cluster_id = case id when 'c' then 'k' end where id in ('x', 'a', 'c')`,
  );
  for (const grant of grants) await grant();
}

const grants: (() => Promise<unknown>)[] = [];
let isChanged = true;

/** The rights that come with the powers of moderators on a server. */
const powerRights = moderatorPowers.map(
  (power) => `server${power.replace(/^./, (letter) => letter.toUpperCase())}` as Right,
);

type Reach = { reach: 'server' | 'cluster' | 'all'; serverId?: string; clusterId?: string };

const quoted = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`);

async function createModerator({ reach, serverId, clusterId }: Reach, powers: readonly string[] = moderatorPowers) {
  const user = await createTestUser(app);
  const grant = () =>
    app.ctx.db.execute(
      `insert into moderators (id, user_id, reach, server_id, cluster_id, reach_name, powers, granted_by, granted_at)
       values ('${user.id}', '${user.id}', '${reach}', ${quoted(serverId)}, ${quoted(clusterId)}, '', '{${powers.join()}}', '', now())
       on conflict (id) do update set server_id = excluded.server_id, cluster_id = excluded.cluster_id`,
    );
  await restore();
  await grant();
  grants.push(grant);
  return user;
}

async function createServerAdmin(serverId: string) {
  const user = await createTestUser(app);
  const grant = () =>
    app.ctx.db.execute(`insert into server_admins values ('${user.id}', '${serverId}', now()) on conflict do nothing`);
  await restore();
  await grant();
  grants.push(grant);
  return user;
}

async function call(key: string, headers: Record<string, string> = {}, payload?: object) {
  const [method = '', path = ''] = key.split(' ');
  if (path.startsWith('/ark/') && isChanged) await restore();
  isChanged = method !== 'GET';
  const url = `/api${path.replace(/\{\w+\}/g, 'x')}`;
  return app.http.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });
}

/** Every method and path that the server answers to. */
function mountedRoutes(): string[] {
  const parents: string[] = [];
  const lines = app.http.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \((.+)\)/.exec(line) ?? [];
    const depth = indent.length / 4;
    const parent = parents[depth - 1] ?? '';
    parents[depth] = parent + (parent && part === '*' ? '/*' : part);
    return methods.split(', ').map((method) => `${method} ${parents[depth]}`);
  });
}

describe('the contract', () => {
  it('has every route mounted once', () => {
    for (const [key] of all) {
      const [method = '', path = ''] = key.split(' ');
      expect(app.http.hasRoute({ method, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }), key).toBe(true);
    }
  });

  it('has an entry for every route and topic in the table of rights, with the same right', () => {
    expect(Object.fromEntries(all.map(([key, { right }]) => [key, right]))).toEqual(rightOfCall);
    const ofTopics = Object.entries(topics).map(([name, { right }]) => [name, right]);
    expect(Object.fromEntries(ofTopics)).toEqual(rightOfTopic);
  });

  it('is all that is mounted, besides its description, the pages and the connection of agents', () => {
    const known = new Set(all.map(([key]) => key.replace(' ', ' /api').replace(/\{(\w+)\}/g, ':$1')));
    const others = mountedRoutes().filter((key) => !known.has(key) && !known.has(key.replace(/^HEAD/, 'GET')));
    expect(others.filter((key) => !key.startsWith('HEAD ')).toSorted()).toEqual([
      'GET *',
      'GET /api/ark/link',
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/docs.js',
      'GET /api/openapi.json',
    ]);
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
      'GET /health/live',
      'GET /health/ready',
      'GET /site',
      'GET /skibapbot/music/downloads/{eventId}/file',
      'GET /skibapbot/music/thumbnails/{videoId}',
      'GET /status',
      'GET /status/{id}/badge.svg',
      'OPTIONS /files/uploads',
      'POST /files/{id}/download',
      'POST /files/{id}/view',
      'POST /oauth2/discord/login',
      'POST /oauth2/discord/session',
      'POST /users/login',
      'POST /users/login/factor',
      'POST /users/login/passkey',
      'POST /users/login/passkey/options',
      'POST /users/password-reset',
      'POST /users/password-reset/confirm',
      'POST /users/register',
    ]);
  });

  it('gives every error code a status and a text', () => {
    expect(Object.keys(errorText).toSorted()).toEqual(Object.keys(errorStatus).toSorted());
    for (const [code, status] of Object.entries(errorStatus)) expect(status, code).toBeGreaterThanOrEqual(400);
  });
});

type Case = {
  user: Promise<TestUser> | undefined;
  may: Right[];
  /** What they may besides on single servers (`x`, `a`, and `c` in the cluster `k`) and clusters (`x`, `k`). */
  on?: Record<string, Right[]>;
};

/** What each caller gets on each kind of route: let through (whatever comes then) or refused. */
const callers: Record<string, Case> = {
  'an anonymous visitor': { user: undefined, may: ['anyone'] },
  'a member': { user: createTestUser(app), may: ['anyone', 'user'] },
  'a guild member': { user: createTestUser(app, { guilds: ['7', '42'] }), may: ['anyone', 'user', 'guildMember'] },
  'a member of another guild': { user: createTestUser(app, { guilds: ['7'] }), may: ['anyone', 'user'] },
  'a moderator of a server': {
    user: createModerator({ reach: 'server', serverId: 'a' }),
    may: ['anyone', 'user', 'moderator'],
    on: { a: ['serverModerator', ...powerRights] },
  },
  'a moderator of a cluster': {
    user: createModerator({ reach: 'cluster', clusterId: 'k' }),
    may: ['anyone', 'user', 'moderator'],
    on: { c: ['serverModerator', ...powerRights], k: ['clusterModerator'] },
  },
  'a moderator of all servers': {
    user: createModerator({ reach: 'all' }),
    may: ['anyone', 'user', 'moderator', 'serverModerator', 'clusterModerator', ...powerRights],
    on: {},
  },
  'an admin of a server': {
    user: createServerAdmin('a'),
    may: ['anyone', 'user', 'moderator'],
    on: { a: ['serverAdmin', 'serverPlayer', 'serverModerator', ...powerRights] },
  },
  'an Admin': {
    user: createTestUser(app, { roles: [roles.Admin] }),
    may: [
      'anyone',
      'user',
      'admin',
      'serverAdmin',
      'serverPlayer',
      'clusterPlayer',
      'moderator',
      'serverModerator',
      'clusterModerator',
      ...powerRights,
    ],
  },
  'the bot': {
    user: createTestUser(app, { roles: [roles.DiscordBot] }),
    may: ['anyone', 'user', 'serverPlayer', 'serverMail', 'clusterPlayer'],
  },
  'an Owner in the guild': {
    user: createTestUser(app, { roles: [roles.Owner], guilds: ['42'] }),
    may: Object.keys(rights) as Right[],
  },
};

/** Every route, with the id of each server and cluster for callers who may not do the same on all of them. */
function callsOf({ may, on }: Case): { key: string; route: Route; isAllowed: boolean }[] {
  return all.flatMap(([key, route]) => {
    const [kind] = /(?<=\/ark\/)(servers|clusters)(?=\/\{id\})/.exec(key) ?? [];
    const places = on && kind ? { servers: ['x', 'a', 'c'], clusters: ['x', 'k'] }[kind as 'servers'] : ['x'];
    return places.map((place) => ({
      key: on && kind ? key.replace('{id}', place) : key,
      route,
      isAllowed: may.includes(route.right) || (on?.[place]?.includes(route.right) ?? false),
    }));
  });
}

const unlink: CallKey = 'DELETE /oauth2/discord';
const refresh: CallKey = 'POST /oauth2/discord/refresh';

describe.each(Object.entries(callers))('%s', (_, caller) => {
  const { user, may, on } = caller;
  // The login refuses with 401 too, and the logout would end the session under test.
  const listed = callsOf(caller).filter(({ key }) => !/\/users\/log(in|out)$/.test(key));
  // Who has no Discord account any more may do less: that comes last.
  const calls = listed.toSorted((a, b) => Number(a.key === unlink) - Number(b.key === unlink));

  it.each(calls.filter(({ isAllowed }) => !isAllowed))('may not call $key', async ({ key }) => {
    const reply = await call(key, (await user)?.headers);
    expect(reply.statusCode).toBe(user ? 403 : 401);
  });

  it('gets only the live topics it may read', async () => {
    await restore();
    for (const [name, topic] of Object.entries(topics)) {
      for (const place of on && topic.isKeyed ? ['x', 'a', 'c'] : ['x']) {
        if (may.includes(topic.right) || on?.[place]?.includes(topic.right)) continue;
        const reply = await call(
          `GET /events?topics=${name}${topic.isKeyed ? `/${place}` : ''}`,
          (await user)?.headers,
        );
        expect(reply.statusCode, `${name} of ${place}`).toBe(user ? 403 : 401);
      }
    }
  });

  it('gets all live topics it may read', async () => {
    await restore();
    const allowed = Object.entries(topics).flatMap(([name, { right, isKeyed }]) => {
      if (!isKeyed) return may.includes(right) ? [name] : [];
      const places = (on ? ['x', 'a', 'c'] : ['x']).filter(
        (place) => may.includes(right) || on?.[place]?.includes(right),
      );
      return places.map((place) => `${name}/${place}`);
    });
    expect(allowed.length).toBeGreaterThan(0);
    const url = (await agentUrl(app)).replace(/^ws/, 'http').replace(/(:\d+)\/.*$/, '$1');
    for (const topic of allowed) {
      const abort = new AbortController();
      const headers = (await user)?.headers ?? {};
      const { status } = await fetch(`${url}/api/events?topics=${topic}`, { headers, signal: abort.signal });
      abort.abort();
      // Of a single work there is none.
      expect(status, topic).toBe(topic === 'music.work/x' ? 404 : 200);
    }
  });

  it.each(calls.filter(({ isAllowed, route }) => isAllowed && route.reply !== 'stream'))(
    'may call $key',
    async ({ key }) => {
      const reply = await call(key, (await user)?.headers);
      // Let through to the service, which returns what is missing.
      const isServiceError =
        (key === refresh && reply.body.includes('"DISCORD_UNLINKED"')) ||
        (key.endsWith('/auth') && reply.body.includes('Link your character on this server first'));
      expect(isServiceError ? [401, 500] : [401, 403, 500]).not.toContain(reply.statusCode);
    },
  );

  it('opens no agent connection', async () => {
    const token = (await user)?.token ?? 'none';
    await expect(openSocket(await agentUrl(app), token)).rejects.toThrow('401');
  });
});

describe.each(moderatorPowers)('a moderator with the power %s alone', (power) => {
  const right = `server${power.replace(/^./, (letter) => letter.toUpperCase())}`;
  const calls = all.filter(([key, route]) => key.includes('/ark/servers/{id}') && powerRights.includes(route.right));

  it('may make the calls of that power on that server, and no others', async () => {
    const user = await createModerator({ reach: 'server', serverId: 'a' }, [power]);
    for (const place of ['a', 'c', 'x'])
      for (const [key, route] of calls) {
        const reply = await call(key.replace('{id}', place), user.headers);
        expect(reply.statusCode === 403, `${key} on ${place}`).toBe(place !== 'a' || route.right !== right);
      }
  });

  it('may make the calls of that power on servers that are in the cluster now', async () => {
    const user = await createModerator({ reach: 'cluster', clusterId: 'k' }, [power]);
    const isRefused = async (place: string) => {
      const path = `/ark/servers/${place}/activity`;
      return (await app.http.inject({ url: `/api${path}`, headers: user.headers })).statusCode === 403;
    };
    expect([await isRefused('a'), await isRefused('c')]).toEqual([true, false]);
    await app.ctx.db.execute(`update servers set cluster_id = case id when 'a' then 'k' end where id in ('a', 'c')`);
    expect([await isRefused('a'), await isRefused('c')]).toEqual([false, true]);
    await restore();
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
    expect(await kill('other')).toMatchObject({ status: 403, code: 'FORBIDDEN', error: rights.serverKick });
    expect(await kill('none')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
