import { readdirSync, rmSync, statSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { connectTestAgent } from './testing/test-agent.ts';
import { isProxyInstalled, proxyNames, startProxy, type TestProxy } from './testing/test-proxies.ts';
import { freePort, installed, startNats, startPostgres, type TestServer } from './testing/test-servers.ts';

const isInstalled = installed.postgres && installed.nats && proxyNames.every(isProxyInstalled);
const tenGigabytes = 10_000_000_000;

describe.runIf(isInstalled).each(proxyNames)('two portals behind %s, as the example has it', (name) => {
  const servers: TestServer[] = [];
  const folders: string[] = [];
  const portals: PortalProcess[] = [];
  const starts: (() => PortalProcess)[] = [];
  let proxy: TestProxy;
  let owner = '';

  beforeAll(async () => {
    const [database, nats] = await Promise.all([startPostgres(), startNats()]);
    servers.push(database, nats);
    const files = newFolder();
    const port = await freePort();
    const ports: [number, number] = [await freePort(), await freePort()];
    const settings = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      FILES_DIR: files,
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
    proxy = await startProxy(name, ports, port);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portals[0]?.output() ?? '') ?? [];
    owner = await register('Olga', setup);
  });

  afterAll(async () => {
    await proxy.stop();
    await Promise.all(portals.map((portal) => portal.stop()));
    await Promise.all(servers.map((server) => server.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  function newFolder(): string {
    const folder = makeFolder();
    folders.push(folder);
    return folder;
  }

  const target = (method: string, path: string, headers: OutgoingHttpHeaders = {}): RequestOptions => ({
    host: '127.0.0.1',
    servername: 'localhost',
    port: proxy.port,
    ca: proxy.ca,
    agent: false,
    method,
    path: `/api${path}`,
    headers: { host: `localhost:${proxy.port}`, ...headers },
  });
  const ask = (...call: Parameters<typeof target>) => request(target(...call));

  async function call(method: string, path: string, body?: object, token = owner) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const response = await answerOf(ask(method, path, headers).end(text));
    let reply = '';
    for await (const chunk of response) reply += String(chunk);
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(reply || '{}') as Reply };
  }

  async function register(username: string, setup?: string): Promise<string> {
    const person = { username, email: `${username}@example.test`, password: 'a long enough one', setup };
    return String((await call('POST', '/users/register', person, '')).body.data?.['accessToken']);
  }

  it('are reached by TLS, and know the address of the visitor, whatever the visitor claims', async () => {
    expect(await call('GET', '/health')).toMatchObject({ status: 200 });
    const person = JSON.stringify({ username: 'Vera', email: 'vera@example.test', password: 'a long enough one' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const sent = request({ ...target('POST', '/users/register', headers), localAddress: '127.0.0.2' }).end(person);
    expect((await answerOf(sent)).statusCode).toBe(200);
    const { body } = await call('GET', '/audit?action=users.register');
    const { entries } = body.data as { entries: { target: string; address: string }[] };
    expect(entries.find((entry) => JSON.stringify(entry).includes('Vera'))).toMatchObject({ address: '127.0.0.2' });
  });

  it('stream live events while the response is open', async () => {
    const response = await answerOf(
      ask('GET', '/events?topics=audit', { authorization: `Bearer ${owner}`, accept: 'text/event-stream' }).end(),
    );
    onTestFinished(() => void response.destroy());
    let seen = '';
    response.on('data', (chunk) => (seen += String(chunk)));
    await vi.waitUntil(() => seen.includes('snapshot'));
    await register('Nils');
    await vi.waitUntil(() => seen.includes('Nils'));
    expect(response.complete).toBe(false);
  });

  it("pass the agents' connections on", async () => {
    const { body } = await call('POST', '/ark/servers', { name: 'Ragnarok', game: 'asa' });
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
    sending.write(Buffer.alloc(sent, 1));
    const stored = () => folders.flatMap(filesBelow).some((bytes) => bytes >= sent / 2);
    await vi.waitUntil(stored);
    expect(sending.writableFinished).toBe(false);
  });

  it('serve every request while one after the other is restarted', async () => {
    const statuses = new Map<string, number>();
    const stopping = new AbortController();
    const { body } = await call('POST', '/ark/servers', { name: 'Genesis', game: 'asa' });
    const { server } = body.data as { server: { id: string } };
    const load = async (_: unknown, index: number) => {
      const send =
        index % 2 === 0 ? () => call('GET', '/users/me') : () => call('POST', `/ark/servers/${server.id}/favorite`);
      while (!stopping.signal.aborted) {
        const outcome = await send().then(
          ({ status }) => String(status),
          (error: Error) => error.message,
        );
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        await wait(5);
      }
    };
    const loads = Array.from({ length: 4 }, load);
    for (const [index, start] of starts.entries()) {
      expect(await portals[index]?.stop()).toBe(0);
      const before = statuses.get('200') ?? 0;
      await vi.waitUntil(() => (statuses.get('200') ?? 0) > before + 20);
      portals[index] = start();
      await portals[index].ready();
    }
    stopping.abort();
    await Promise.all(loads);
    expect([...statuses.keys()]).toEqual(['200']);
  });
});

type Reply = { data?: Record<string, unknown>; code?: string };

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
