import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRun } from './modules/terminal/terminal.fixture.ts';
import { makeFolder, postTo, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { connectTestAgent } from './testing/test-agent.ts';
import { installed, startNats, startPostgres, type TestServer } from './testing/test-servers.ts';

const servers: TestServer[] = [];
const portals: PortalProcess[] = [];
const folders: string[] = [];
let here = '';
let there = '';
let owner = '';
let nats: Awaited<ReturnType<typeof startNats>>;

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(installed.postgres && installed.nats)('two portals on one PostgreSQL of the system and one NATS', () => {
  beforeAll(async () => {
    const [database, bus] = await Promise.all([startPostgres(), startNats()]);
    nats = bus;
    servers.push(database, { url: nats.url, stop: () => nats.stop() });
    const settings = { ...shared(), DATABASE_URL: database.url, NATS_URL: nats.url, REQUESTS_PER_MINUTE: '0' };
    [here, there] = await Promise.all([startOne(settings), startOne(settings)]);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portals[0]?.output() ?? '') ?? [];
    owner = await register('Olga', { setup });
  });

  it('serve together: sessions, live topics and their ends', async () => {
    const token = await login('Olga');
    const stream = await open(there, 'audit', token);
    await register('Nils');
    await vi.waitUntil(() => stream.seen().includes('users.register') && stream.seen().includes('Nils'));
    await postTo(here, '/users/logout', {}, token);
    await stream.ended;
    expect(stream.seen()).toContain('session-ended');
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${there}/api/users/me`, { headers })).status).toBe(401);
  });

  it('answer from memory, and hear of each change: sessions, the own account, the list of servers', async () => {
    const token = await login('Olga');
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (path: string, known = '') =>
      fetch(`${there}/api${path}`, { headers: { ...headers, ...(known && { 'if-none-match': known }) } });
    const tagOf = async (path: string) => String((await ask(path)).headers.get('etag'));
    const tags = { me: await tagOf('/users/me'), list: await tagOf('/ark/servers') };
    expect((await ask('/users/me', tags.me)).status).toBe(304);
    expect((await ask('/ark/servers', tags.list)).status).toBe(304);
    const server = await addServer('Genesis');
    await vi.waitUntil(async () => (await (await ask('/ark/servers', tags.list)).text()).includes('Genesis'));
    await postTo(here, `/ark/servers/${server.id}/favorite`, {}, owner);
    await vi.waitUntil(async () => (await (await ask('/users/me', tags.me)).text()).includes(server.id));
    await postTo(here, '/users/logout', {}, token);
    await vi.waitUntil(async () => (await ask('/users/me')).status === 401);
    expect((await ask('/ark/servers', tags.list)).status).toBe(401);
  });

  it('find an agent connection wherever it ends, and show its state, its players and its chat everywhere', async () => {
    const server = await addServer('Ragnarok');
    const topics = ['servers.state', 'players.online', 'chat.server'].map((name) => `${name}/${server.id}`);
    const stream = await open(here, ['stats', ...topics].join(','), owner);
    const agent = await connectTestAgent(there, {
      token: server.token,
      commands: { 'server.ping': () => ({ roundTripMs: 7 }) },
    });
    const ping = await vi.waitUntil(() => pingOf(server.id));
    expect(ping).toEqual({ roundTripMs: 7 });
    await agent.sendEvents(
      { type: 'server.state', data: { state: 'up' } },
      { type: 'players.online', data: { players: [{ id: '76561198000000001', name: 'Ann from there' }] } },
      { type: 'chat.line', data: { kind: 'player', name: 'Ann from there', text: 'hello to everyone' } },
    );
    for (const words of ['"connectedServers":1', '"state":"up"', 'Ann from there', 'hello to everyone'])
      await vi.waitUntil(() => stream.seen().includes(words));
  });

  it('use the newest agent connection of a server, wherever the older one ends', async () => {
    const server = await addServer('Extinction');
    const older = await connectTestAgent(there, { token: server.token });
    await connectTestAgent(here, { token: server.token });
    expect((await older.closed).code).toBe(agentCloseCodes.replaced);
    const newer = await connectTestAgent(there, { token: server.token });
    await postTo(
      here,
      `/ark/servers/${server.id}/token`,
      { newToken: 'th_0123456789abcdefghijklmnopqrstuvwxyz' },
      owner,
    );
    expect((await newer.closed).code).toBe(agentCloseCodes.tokenReplaced);
  });

  it('stop a command of the terminal, wherever it runs', async () => {
    const run = await openRun(there, owner, { cmd: 'sleep', args: ['60'], cwd: '/' });
    const id = await vi.waitUntil(run.id);
    const stop = () =>
      fetch(`${here}/api/terminal/runs/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${owner}` } });
    expect((await stop()).status).toBe(200);
    await run.done;
    expect(run.end()).toMatchObject({ endedBy: 'stopped' });
    expect((await stop()).status).toBe(404);
  });

  it('have the same JSON databases in folders of their own, also while NATS is away', async () => {
    const [, ofHere = '', ofThere = ''] = folders.map((folder) => join(folder, 'databases'));
    const save = async (url: string, text: string) =>
      (await postTo(url, '/databases/shops.json', { text }, owner)).status;
    const read = async (url: string) => {
      const headers = { authorization: `Bearer ${owner}` };
      const response = await fetch(`${url}/api/databases/shops.json?as=text`, { headers });
      return ((await response.json()) as { data?: { text: string } }).data?.text;
    };
    writeFileSync(join(ofHere, 'shops.json'), '{"by":"hand"}');
    await vi.waitUntil(() => existsSync(join(ofThere, 'shops.json')));
    const stream = await open(here, 'databases', owner);
    for (let n = 0; n < 10; n += 1) {
      const [writing, reading] = n % 2 === 0 ? [there, here] : [here, there];
      expect(await save(writing, `{"n":${n}}`)).toBe(200);
      expect(await read(reading)).toBe(`{"n":${n}}`);
    }
    await vi.waitUntil(() => stream.seen().split('shops.json').length > 10);
    await vi.waitUntil(() => [ofHere, ofThere].every((folder) => contentOf(folder) === '{"n":9}'));

    await nats.stop();
    for (const url of [here, there]) await vi.waitUntil(async () => (await health(url)).bus === 'away');
    expect(await save(there, '{"n":10}')).toBe(200);
    expect(await read(here)).toBe('{"n":10}');
    expect(await save(here, '{"n":11}')).toBe(200);
    expect(await read(there)).toBe('{"n":11}');
    nats = await startNats({ port: nats.port });
    for (const url of [here, there]) await vi.waitUntil(async () => (await health(url)).bus === 'connected');
    await vi.waitUntil(() => [ofHere, ofThere].every((folder) => contentOf(folder) === '{"n":11}'));
  });

  it('lose nothing that happens while NATS is away, and report it', async () => {
    const server = await addServer('Aberration');
    const leaving = await login('Olga');
    const agent = await connectTestAgent(there, {
      token: server.token,
      commands: { 'server.ping': () => ({ roundTripMs: 7 }) },
    });
    const topics = `chat.server/${server.id},users.me`;
    const streams = await Promise.all([here, there].map((url) => open(url, topics, owner)));
    const ended = await open(there, topics, leaving);
    const sendChat = (text: string) =>
      agent.sendEvents({ type: 'chat.line', data: { kind: 'player', name: 'Ann', text } });
    const expectAll = async (texts: string[]) => {
      for (const { seen } of streams) await vi.waitUntil(() => texts.every((text) => seen().includes(`"${text}"`)));
    };
    await sendChat('line before');
    await expectAll(['line before']);
    expect(await health(here)).toEqual({ status: 200, ready: true, bus: 'connected' });

    await nats.stop();
    for (const url of [here, there]) await vi.waitUntil(async () => (await health(url)).bus === 'away');
    expect(await health(here)).toEqual({ status: 200, ready: true, bus: 'away' });
    // As many as a snapshot holds: the portal that comes back last gets the earlier ones in no other way.
    const texts = Array.from({ length: 45 }, (_, index) => `line ${index} of the outage`);
    for (const text of texts) await sendChat(text);
    await postTo(here, '/users/logout', {}, leaving);
    // The portal that holds the agent connection still reaches the agent, the other one fails at once.
    expect((await postTo(there, `/ark/servers/${server.id}/ping`, {}, owner)).body.data).toEqual({ roundTripMs: 7 });
    expect((await postTo(here, `/ark/servers/${server.id}/ping`, {}, owner)).status).toBe(503);

    nats = await startNats({ port: nats.port });
    for (const url of [here, there]) await vi.waitUntil(async () => (await health(url)).bus === 'connected');
    await sendChat('line after');
    await expectAll([...texts, 'line after']);
    for (const { seen } of streams) await vi.waitUntil(() => seen().split('"snapshot"').length >= 5);
    await ended.ended;
    expect(ended.seen()).toContain('session-ended');
    await agent.close();
  });

  it('notice that one of them was killed: its agent connections no longer count', async () => {
    await vi.waitUntil(async () => (await connectedServers()) === 1);
    const server = await addServer('Valguero');
    await connectTestAgent(there, { token: server.token });
    await vi.waitUntil(async () => (await connectedServers()) === 2);
    const stream = await open(here, `stats,servers.state/${server.id}`, owner);
    await portals[1]?.stop('SIGKILL');
    expect(await postTo(here, `/ark/servers/${server.id}/ping`, {}, owner)).toMatchObject({
      status: 503,
      body: { code: 'SERVER_OFFLINE' },
    });
    await vi.waitUntil(async () => (await connectedServers()) === 0);
    await vi.waitUntil(() => stream.seen().includes('"state":"offline"'));
    const again = await connectTestAgent(here, { token: server.token });
    expect(again.hello.serverId).toBe(server.id);
  });
});

async function register(username: string, more: object = {}): Promise<string> {
  const email = `${username.toLowerCase()}@example.test`;
  const { body } = await postTo(here, '/users/register', { email, username, password: 'a long enough one', ...more });
  return String(body.data?.['accessToken']);
}

async function login(username: string): Promise<string> {
  const email = `${username.toLowerCase()}@example.test`;
  const { body } = await postTo(here, '/users/login', { email, password: 'a long enough one' });
  return String(body.data?.['accessToken']);
}

const contentOf = (folder: string) => readFileSync(join(folder, 'shops.json'), 'utf8');

async function addServer(name: string): Promise<{ id: string; token: string }> {
  const { body } = await postTo(here, '/ark/servers', { name, game: 'asa' }, owner);
  const { server, token } = body.data as { server: { id: string }; token: string };
  return { id: server.id, token };
}

async function health(url: string): Promise<{ status: number; ready?: boolean; bus?: string }> {
  const response = await fetch(`${url}/api/health`);
  const { data } = (await response.json()) as { data?: { ready: boolean; bus: string } };
  return { status: response.status, ...(data && { ready: data.ready, bus: data.bus }) };
}

async function pingOf(serverId: string): Promise<unknown> {
  return (await postTo(here, `/ark/servers/${serverId}/ping`, {}, owner)).body.data;
}

async function connectedServers(): Promise<number> {
  const response = await fetch(`${here}/api/ark/stats`);
  return ((await response.json()) as { data: { connectedServers: number } }).data.connectedServers;
}

/** A live stream, from its first snapshot on. */
async function open(url: string, topics: string, token: string) {
  const response = await fetch(`${url}/api/events?topics=${topics}`, { headers: { authorization: `Bearer ${token}` } });
  let seen = '';
  const ended = readAll(response, (text) => (seen += text)).catch(() => {});
  await vi.waitUntil(() => seen.includes('snapshot'));
  return { seen: () => seen, ended };
}

async function readAll(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }));
}

/** What portals that serve together have in common. */
function shared(): Record<string, string> {
  const folder = makeFolder();
  folders.push(folder);
  const names = ['FILES_DIR', 'MUSIC_DIR'];
  const paths = names.map((name) => [name, `${folder}/${name}`]);
  return { SECRET_KEY: 'a secret of portals that serve together', ...Object.fromEntries(paths) };
}

async function startOne(settings: Record<string, string>): Promise<string> {
  const folder = makeFolder();
  folders.push(folder);
  const portal = spawnPortal(folder, { settings });
  portals.push(portal);
  return portal.ready();
}
