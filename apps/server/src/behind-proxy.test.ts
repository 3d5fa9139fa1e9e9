import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { connectTestAgent } from './testing/test-agent.ts';
import { isProxyInstalled, proxyNames, startProxy, type TlsProxy } from './testing/test-proxies.ts';
import { freePort, installed, startNats, startPostgres, type TestServer } from './testing/test-servers.ts';

const isInstalled = installed.postgres && installed.nats && proxyNames.every(isProxyInstalled);
const tenGigabytes = 10_000_000_000;
/** Between the requests of one client while portals are restarted. */
const pauseMs = 15;

const servers: TestServer[] = [];
const folders: string[] = [];
const portals: PortalProcess[] = [];
const starts: (() => PortalProcess)[] = [];

type Portals = { port: number; ports: [number, number] };
let started: Promise<Portals> | undefined;

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

/** For one proxy after the other, on the port that the portals know as theirs. */
async function startPortals(): Promise<Portals> {
  const [database, nats] = await Promise.all([startPostgres(), startNats()]);
  servers.push(database, nats);
  const port = await freePort();
  const ports: [number, number] = [await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    FILES_DIR: newFolder(),
    FILES_KEEP_FREE_MB: '0',
    DATABASES_DIR: newFolder(),
    MUSIC_DIR: newFolder(),
    SECRET_KEY: 'a key for both, and long enough for them',
    PUBLIC_URL: `https://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    REQUESTS_PER_MINUTE: '0',
  };
  for (const own of ports) {
    const folder = newFolder();
    starts.push(() => spawnPortal(folder, { settings: { ...settings, PORT: String(own) } }));
  }
  for (const [index, start] of starts.entries()) {
    portals[index] = start();
    await portals[index].ready();
  }
  return { port, ports };
}

let owner = '';

function targetOf(
  { port, ca }: TlsProxy,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
): RequestOptions {
  return {
    host: '127.0.0.1',
    servername: 'localhost',
    port,
    ca,
    agent: false,
    method,
    path: `/api${path}`,
    headers: { host: `localhost:${port}`, ...headers },
  };
}

async function callThrough(
  proxy: TlsProxy,
  method: string,
  path: string,
  { body, token = owner, agent = false }: { body?: object; token?: string; agent?: Agent | false } = {},
) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const response = await answerOf(request({ ...targetOf(proxy, method, path, headers), agent }).end(text));
  let reply = '';
  for await (const chunk of response) reply += String(chunk);
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(reply || '{}') as Reply };
}

describe.runIf(isInstalled).each(proxyNames)('two portals behind %s, as the example has it', (name) => {
  let proxy: TlsProxy;

  beforeAll(async () => {
    const { port, ports } = await (started ??= startPortals());
    proxy = await startProxy(name, ports, port);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portals[0]?.output() ?? '') ?? [];
    owner ||= await register('Olga', setup);
  });

  afterAll(() => proxy.stop());

  const target = (method: string, path: string, headers?: OutgoingHttpHeaders) =>
    targetOf(proxy, method, path, headers);
  const ask = (...call: Parameters<typeof target>) => request(target(...call));
  const call = (method: string, path: string, body?: object, token?: string) =>
    callThrough(proxy, method, path, { ...(body && { body }), ...(token !== undefined && { token }) });

  async function register(username: string, setup?: string): Promise<string> {
    const person = { username, email: `${username}@example.test`, password: 'a long enough one', setup };
    return String((await call('POST', '/users/register', person, '')).body.data?.['accessToken']);
  }

  it('are reached by TLS, and know the address of the visitor, whatever the visitor claims', async () => {
    expect(await call('GET', '/health')).toMatchObject({ status: 200 });
    const person = JSON.stringify({
      username: `Vera-${name}`,
      email: `vera@${name}.test`,
      password: 'a long enough one',
    });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const sent = request({ ...target('POST', '/users/register', headers), localAddress: '127.0.0.2' }).end(person);
    expect((await answerOf(sent)).statusCode).toBe(200);
    const { body } = await call('GET', '/audit?action=users.register');
    const { entries } = body.data as { entries: { target: string; address: string }[] };
    expect(entries.find((entry) => JSON.stringify(entry).includes(`Vera-${name}`))).toMatchObject({
      address: '127.0.0.2',
    });
  });

  it('stream live events while the response is open', async () => {
    const response = await answerOf(
      ask('GET', '/events?topics=audit', { authorization: `Bearer ${owner}`, accept: 'text/event-stream' }).end(),
    );
    onTestFinished(() => void response.destroy());
    let seen = '';
    response.on('data', (chunk) => (seen += String(chunk)));
    await vi.waitUntil(() => seen.includes('snapshot'));
    await register(`Nils-${name}`);
    await vi.waitUntil(() => seen.includes(`Nils-${name}`));
    expect(response.complete).toBe(false);
  });

  it("pass the agents' connections on", async () => {
    const { body } = await call('POST', '/ark/servers', { name: `Ragnarok, ${name}`, game: 'asa' });
    const { server, token } = body.data as { server: { id: string }; token: string };
    const agent = await connectTestAgent(proxy.url, {
      token,
      ca: proxy.ca,
      commands: { 'server.ping': () => ({ roundTripMs: 7 }) },
    });
    onTestFinished(agent.close);
    const ping = await vi.waitUntil(async () => (await call('POST', `/ark/servers/${server.id}/ping`, {})).body.data);
    expect(ping).toEqual({ roundTripMs: 7 });
  });

  it('receive an upload of 10 GB as it is sent', async () => {
    const tus = { authorization: `Bearer ${owner}`, 'tus-resumable': '1.0.0' };
    const metadata = `filename ${btoa('world.ark')},visibility ${btoa('private')}`;
    const created = await answerOf(
      ask('POST', '/files/uploads', {
        ...tus,
        'upload-length': tenGigabytes,
        'upload-metadata': metadata,
        'content-length': 0,
      }).end(),
    );
    expect(created.statusCode).toBe(201);
    const [, id = ''] = /\/api(\/files\/uploads\/.+)$/.exec(String(created.headers.location)) ?? [];
    const sending = ask('PATCH', id, {
      ...tus,
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': tenGigabytes,
    });
    sending.on('error', () => {});
    onTestFinished(() => void sending.destroy());
    const sent = 3_000_000;
    const countLarge = () => folders.flatMap(filesBelow).filter((bytes) => bytes >= sent / 2).length;
    const before = countLarge();
    sending.write(Buffer.alloc(sent, 1));
    await vi.waitUntil(() => countLarge() > before);
    expect(sending.writableFinished).toBe(false);
  });

  it('answer what one of them refuses with 503 if it only reads, and send nothing else twice', async () => {
    const stopping = await startStopping();
    const { ports } = await (started ??= startPortals());
    const beside = await startProxy(name, [stopping.port, ports[0]], await freePort());
    onTestFinished(() => Promise.all([beside.stop(), stopping.stop()]).then(() => {}));
    const send = async (method: string, path: string, body = '') => {
      const headers = { authorization: `Bearer ${owner}`, ...(body && { 'content-type': 'application/json' }) };
      const sent = request({ ...target(method, path, headers), port: beside.port, ca: beside.ca }).end(body);
      const response = await answerOf(sent);
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };

    // One method after the other: the proxies take turns, and each method has to reach both.
    for (const method of ['GET', 'HEAD']) {
      for (let round = 0; round < 6; round += 1) expect(await send(method, '/users/me')).toBe(200);
      expect(stopping.requests.get(`${method} /api/users/me`)).toBeGreaterThan(0);
    }

    const names = Array.from({ length: 6 }, (_, index) => `Extinction ${index}, ${beside.port}`);
    const statuses: (number | undefined)[] = [];
    for (const server of names) {
      statuses.push(await send('POST', '/ark/servers', JSON.stringify({ name: server, game: 'asa' })));
    }
    const refused = statuses.filter((status) => status === 503).length;
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(stopping.requests.get('POST /api/ark/servers')).toBe(refused);
    const { data = {} } = (await call('GET', '/ark/servers')).body;
    const made = Object.values(data as Record<string, { name: string }>).map((server) => server.name);
    expect(made.filter((server) => names.includes(server)).toSorted()).toEqual(
      names.filter((_, index) => statuses[index] === 200),
    );
  });
});

describe.runIf(isInstalled)('two portals behind both at once', () => {
  const proxies: TlsProxy[] = [];

  beforeAll(async () => {
    const { ports } = await (started ??= startPortals());
    for (const name of proxyNames) proxies.push(await startProxy(name, ports, await freePort()));
  });
  afterAll(() => Promise.all(proxies.map((proxy) => proxy.stop())));

  it('serve every request while one after the other is restarted', async () => {
    const statuses = new Map<string, number>();
    const stopping = new AbortController();
    const load = async (proxy: TlsProxy, name: string, send: { method: string; path: string }) => {
      // One connection for all requests, as browsers have it: new ones would spend more time on TLS than on requests.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      while (!stopping.signal.aborted) {
        const outcome = await callThrough(proxy, send.method, send.path, { agent }).then(
          ({ status }) => `${name} ${status}`,
          (error: Error) => error.message,
        );
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        await wait(pauseMs);
      }
    };
    const [first] = proxies as [TlsProxy];
    const name = `Genesis ${randomUUID()}`;
    const { body } = await callThrough(first, 'POST', '/ark/servers', { body: { name, game: 'asa' } });
    const { server } = body.data as { server: { id: string } };
    const sent = [
      { method: 'GET', path: '/users/me' },
      { method: 'POST', path: `/ark/servers/${server.id}/favorite` },
    ];
    const loads = proxies.flatMap((proxy, index) =>
      [...sent, ...sent].map((send) => load(proxy, proxyNames[index] ?? '', send)),
    );
    const served = () => Math.min(...proxyNames.map((name) => statuses.get(`${name} 200`) ?? 0));
    for (const [index, start] of starts.entries()) {
      expect(await portals[index]?.stop()).toBe(0);
      const before = served();
      await vi.waitUntil(() => served() > before + 20);
      portals[index] = start();
      await portals[index].ready();
    }
    stopping.abort();
    await Promise.all(loads);
    expect([...statuses].filter(([outcome]) => !outcome.endsWith(' 200'))).toEqual([]);
  });
});

type Reply = { data?: Record<string, unknown>; code?: string };

/** Stands in for a portal that is stopping: it has a 503 for every request that it receives in full. */
async function startStopping() {
  const requests = new Map<string, number>();
  const server = createServer((incoming, response) => {
    const key = `${incoming.method} ${incoming.url}`;
    requests.set(key, (requests.get(key) ?? 0) + 1);
    incoming.resume().once('end', () => response.writeHead(503, { 'content-type': 'application/json' }).end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port, requests, stop };
}

function answerOf(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
}

function filesBelow(folder: string): number[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).size);
}
