import { roles, routes, topics, type CallKey, type TopicName } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { isDeepRun } from '../../testing/deep-run.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import {
  accountsOf,
  createRandom,
  createWorld,
  secretsOf,
  sizes,
  stream,
  tribeId,
  wordOf,
  type Reader,
  type World,
} from './visibility.fixture.ts';

/**
 * Random people, tribes, servers and settings. Every name, line and message exists once, so whatever anybody reads can be
 * traced to what it is, and compared with what they may see.
 */
const app = await createTestApp();
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
const admin = await createTestUser(app, { roles: [roles.Admin] });
const worldCount = isDeepRun ? 25 : 2;
const tribeIds = Array.from({ length: sizes.tribes }, (_, number) => String(tribeId(number)));

/** Files, and what needs an ID that the test does not have. */
const left: ReadonlySet<string> = new Set<CallKey>([
  'GET /ark/agent.tgz',
  'GET /ark/agent/{file}',
  'GET /ark/maps/{map}/picture',
  'GET /ark/sanctions/{sanctionId}',
  'GET /ark/servers/{id}/structures/{structureId}',
]);

/** Every call about the games that users may make, by the contract: one that is added is read, too. */
function pathsOf(world: World): string[] {
  const keys = Object.keys(routes).filter((key) => /^GET \/(ark|search|home)\b/.test(key) && !left.has(key));
  return keys.flatMap((key) => {
    const paths = expand(key.replace(/^GET \//, ''), world);
    return queriesOf(key as CallKey, world).flatMap((query) => paths.map((path) => path + query));
  });
}

function expand(path: string, { clusterId, servers, people }: World): string[] {
  const ids = path.startsWith('ark/clusters') ? [clusterId] : servers.map(({ game }) => game.id);
  const values: Record<string, string[]> = { id: ids, playerId: people.map(({ id }) => id), tribeId: tribeIds };
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return [path];
  const found = values[name];
  if (!found) throw new Error(`The test has no values for ${name} of ${path}.`);
  return found.flatMap((value) => expand(path.replace(`{${name}}`, value), { clusterId, servers, people } as World));
}

/** Where a call needs a query, or says more with one. */
function queriesOf(key: CallKey, { presences, people, servers }: World): string[] {
  const now = app.ctx.clock().getTime();
  const span = `from=${new Date(now - 24 * 60 * 60 * 1000).toISOString()}&until=${new Date(now).toISOString()}`;
  // A search costs most of all calls. The player's name and the survivor's are found alike: each time one of them.
  const names = presences.flatMap((presence, index) =>
    ['Nam', 'Surv'].filter((_, kind) => isDeepRun || index % 2 === kind).map((kind) => wordOf(presence)(kind)),
  );
  const queries: Partial<Record<CallKey, string[]>> = {
    'GET /search': ['Nam', 'Surv', 'x', ...names, ...people.map(({ id }) => id)].map((text) => `?query=${text}`),
    'GET /ark/presence': ['', ...servers.map(({ game }) => `&serverId=${game.id}`)].map((more) => `?${span}${more}`),
    'GET /ark/leaderboards': ['playtime', 'deaths', 'tames'].map((by) => `?by=${by}&days=30`),
    'GET /ark/players/{playerId}/timeline': ['', '?kinds=demolished,died'],
    'GET /ark/playerCounts': [`?serverIds=${servers.map(({ game }) => game.id).join(',')}`],
    'GET /ark/servers/{id}/structures/export': ['?format=json', '?format=csv'],
    'GET /ark/servers/{id}/getAllClassesOfType': ['?parentClass=Structure'],
    'GET /ark/moderators/candidates': ['?search=na'],
    'GET /ark/servers/{id}/moderators/candidates': ['?search=na'],
  };
  return queries[key] ?? [''];
}

/** What somebody reads altogether, by call. */
async function readAll({ user }: Reader, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const { statusCode, body } = await app.http.inject({ url: `/api/${path}`, headers: user.headers });
    expect([200, 403, 404], `${path}: ${body}`).toContain(statusCode);
    texts.set(path, statusCode === 200 ? body : '');
  }
  return texts;
}

type Listener = { text: () => string; stop: () => void };

/** Every topic about the games that the reader may follow, but for the chats, which are for every user. */
async function listen({ user }: Reader, { clusterId, servers }: World): Promise<Listener> {
  const byKey: Partial<Record<TopicName, string[]>> = { 'clusters.state': [clusterId] };
  const wanted = Object.entries(topics).flatMap(([name, { right, isKeyed }]) => {
    if (right !== 'user' || name.startsWith('chat.')) return [];
    const keys = byKey[name as TopicName] ?? servers.map(({ game }) => game.id);
    return isKeyed ? keys.map((key) => `${name}/${key}`) : [name];
  });
  const abort = new AbortController();
  const reply = await fetch(`${url}/api/events?topics=${wanted.join(',')}`, {
    headers: user.headers,
    signal: abort.signal,
  });
  expect(reply.status).toBe(200);
  const heard: string[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) heard.push(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  void read().catch(() => undefined);
  return { text: () => heard.join(''), stop: () => abort.abort() };
}

describe('over random people, tribes, servers and settings', () => {
  it.each(Array.from({ length: worldCount }, (_, index) => index + 1))(
    'nobody reads or hears what they may not see, and Admins read all of it (seed %i)',
    async (seed) => {
      const listeners = new Map<Reader, Listener>();
      const world = await createWorld({ app, admin, random: createRandom(seed) }, async (world) => {
        // Home tells what happened since they were there.
        await app.ctx.db.execute(`update users set visited_at = now() - interval '1 day'`);
        for (const reader of world.readers) listeners.set(reader, await listen(reader, world));
      });
      const secrets = secretsOf(world);
      const paths = pathsOf(world);
      for (const reader of world.readers) {
        const texts = await readAll(reader, paths);
        const heard = listeners.get(reader);
        await expect.poll(() => heard?.text()).toContain('players.online');
        texts.set(stream, heard?.text() ?? '');
        heard?.stop();
        const leaks = [...secrets, ...accountsOf(world)].flatMap(({ text, mayRead }) =>
          [...texts]
            .filter(([path, body]) => body.includes(text) && !mayRead(reader, path))
            .map(([path]) => ({ path, text })),
        );
        expect(leaks, `${reader.about} reads too much`).toEqual([]);
        if (!reader.isPortalAdmin) continue;
        const all = [...texts.values()].join('\n');
        expect(secrets.filter(({ text }) => !all.includes(text))).toEqual([]);
      }
    },
    240_000,
  );
});
