import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificates } from './platform/bus/nats.fixture.ts';
import { makeFolder, makePreparedFolder, postTo, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { connectTestAgent } from './testing/test-agent.ts';
import { hasS3Server, startS3 } from './testing/test-s3.ts';
import {
  freePort,
  installed,
  startNats,
  startPgBouncer,
  startPostgres,
  type TestServer,
} from './testing/test-servers.ts';

const servers: TestServer[] = [];
const portals: PortalProcess[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  for (const server of servers.toReversed()) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string>, folder = makeFolder()): PortalProcess {
  folders.push(folder);
  const portal = spawnPortal(folder, { settings: { ...shared, ...settings } });
  portals.push(portal);
  return portal;
}

const sharedFolder = makeFolder();
folders.push(sharedFolder);
/** As portals that serve together have them. */
const shared = {
  SECRET_KEY: 'a secret of portals that serve together',
  REQUESTS_PER_MINUTE: '0',
  ...Object.fromEntries(
    ['FILES_DIR', 'DATABASES_DIR', 'MUSIC_DIR', 'TERMINAL_RECORDING_DIR'].map((name) => [
      name,
      `${sharedFolder}/${name}`,
    ]),
  ),
};

let store: Promise<Record<string, string>> | undefined;

/** The settings of a store for files and songs, which is started once. */
function storage(): Promise<Record<string, string>> {
  return (store ??= startS3().then((s3) => {
    servers.push({ url: '', stop: s3.stop });
    return s3.settings;
  }));
}

/** Of portals that do not share the folders of files and songs. */
const storageInsteadOfFolders = async () => (hasS3Server ? { ...(await storage()), FILES_DIR: '', MUSIC_DIR: '' } : {});

async function registerOwner(portal: PortalProcess, url: string): Promise<string> {
  const [, setup = ''] = /setup=([\w-]+)/.exec(portal.output()) ?? [];
  const account = { email: 'olga@example.test', username: 'Olga', password: 'a long enough one', setup };
  const { body } = await postTo(url, '/users/register', account);
  return String(body.data?.['accessToken']);
}

describe.runIf(installed.postgres && installed.nats && installed.pgBouncer)(
  'two portals behind PgBouncer in transaction mode, with a NATS that wants a login and TLS',
  () => {
    let urls: string[] = [];
    let owner = '';

    beforeAll(async () => {
      const { ca, cert, key } = makeCertificates(sharedFolder);
      const config = `authorization { user: portal, password: "s3cret" }
tls { cert_file: "${cert}", key_file: "${key}" }`;
      const [database, nats] = await Promise.all([startPostgres(), startNats({ config })]);
      servers.push(database, nats);
      const pooler = await startPgBouncer(database);
      servers.push(pooler);
      const bus = { NATS_URL: `tls://portal:s3cret@127.0.0.1:${nats.port}`, NATS_CA: ca };
      const settings = {
        DATABASE_URL: pooler.url,
        DATABASE_POOLER: 'transaction',
        ...bus,
        ...(await storageInsteadOfFolders()),
      };
      const both = [start({ ...settings, DATABASE_POOL: '12' }), start({ ...settings, DATABASE_POOL: '12' })];
      urls = await Promise.all(both.map((portal) => portal.ready()));
      owner = await registerOwner(both[0] as PortalProcess, urls[0] ?? '');
    });

    it('migrate at once, and serve many requests at a time without a failed statement', async () => {
      const headers = { authorization: `Bearer ${owner}` };
      const paths = ['users/me', 'ark/servers', 'ark/clusters', 'files', 'site', 'audit', 'logs', 'users', 'health'];
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => paths)
          .flat()
          .map((path, n) => fetch(`${urls[n % 2]}/api/${path}`, { headers })),
      );
      expect(new Set(responses.map(({ status, url }) => (status === 200 ? 200 : `${status} ${url}`)))).toEqual(
        new Set([200]),
      );
    });

    it('share files', async () => {
      const form = new FormData();
      form.append('files', new Blob(['shared']), 'shared.txt');
      const headers = { authorization: `Bearer ${owner}` };
      const [here = '', there = ''] = urls;
      const { data } = (await (await fetch(`${here}/api/files`, { method: 'POST', headers, body: form })).json()) as {
        data: { fileId: string }[];
      };
      const text = await fetch(`${there}/api/files/${data[0]?.fileId}/raw`, { headers });
      expect(await text.text()).toBe('shared');
    });

    it('take agents, events and commands on either', async () => {
      const [here = '', there = ''] = urls;
      const { body } = await postTo(here, '/ark/servers', { name: 'Ragnarok', game: 'asa' }, owner);
      const { server, token } = body.data as { server: { id: string }; token: string };
      const agent = await connectTestAgent(there, { token, commands: { 'server.ping': () => ({ roundTripMs: 7 }) } });
      for (let n = 0; n < 20; n += 1)
        await agent.sendEvents({ type: 'chat.line', data: { kind: 'player', name: 'Ann', text: `line ${n}` } });
      const headers = { authorization: `Bearer ${owner}` };
      const chat = async () => (await fetch(`${here}/api/ark/servers/${server.id}/chat`, { headers })).text();
      await vi.waitUntil(async () => (await chat()).includes('line 19'));
      const ping = async () => (await postTo(here, `/ark/servers/${server.id}/ping`, {}, owner)).body.data;
      expect(await vi.waitUntil(ping)).toEqual({ roundTripMs: 7 });
    });
  },
);

describe.runIf(installed.postgres && installed.nats)('portals that serve together', () => {
  const settings = { DATABASE_URL: '', NATS_URL: '' };
  let first: PortalProcess;
  let owner = '';

  beforeAll(async () => {
    const [databasePort, natsPort] = [await freePort(), await freePort()];
    settings.DATABASE_URL = `postgres://tribehall:hidden@127.0.0.1:${databasePort}/postgres`;
    settings.NATS_URL = `nats://127.0.0.1:${natsPort}`;
    first = start(settings);
    await vi.waitUntil(() => first.output().includes(`Waiting for PostgreSQL (127.0.0.1:${databasePort})`));
    servers.push(await startPostgres(databasePort));
    await vi.waitUntil(() => first.output().includes(`Waiting for NATS (127.0.0.1:${natsPort})`));
    servers.push(await startNats({ port: natsPort }));
    owner = await registerOwner(first, await first.ready());
  });

  it('wait for PostgreSQL, then for NATS, and say so', () => {
    expect(first.output()).toMatch(/Waiting for PostgreSQL [^]*Waiting for NATS [^]*Tribehall is ready/);
    expect(first.output()).not.toContain('hidden');
  });

  it('give up after the limit with the reason, and at once where waiting is no use', async () => {
    const late = start({ ...settings, NATS_URL: 'nats://127.0.0.1:1', START_WAIT_SECONDS: '1' });
    expect(await late.exit()).toBe(1);
    expect(late.output()).toMatch(/^Waiting for NATS .*\nNATS \(127\.0\.0\.1:1\) cannot be reached: /);
    const missing = start({ DATABASE_URL: settings.DATABASE_URL.replace(/\w+$/, 'missing') });
    expect(await missing.exit()).toBe(1);
    expect(missing.output()).toMatch(/^DATABASE_URL names a database that cannot be used: database "missing"/);
  });

  it.each([
    [{ FILES_DIR: '' }, /^FILES_DIR is not the folder of the portal on \S+ \(process \d+\)\. .* shared drive\.\n$/],
    [
      { DATABASES_DIR: '', MUSIC_DIR: '' },
      /^DATABASES_DIR, MUSIC_DIR are not the folders of the portal on \S+ \(process \d+\)\./,
    ],
    [{ DATABASES_DIR: '' }, /^DATABASES_DIR is not the folder of the portal on .* Set DATABASES_DIR on all of them or/],
    [{ DATABASES_DIR: `${sharedFolder}/others` }, /^DATABASES_DIR is not the folder of the portal on /],
    [{ SECRET_KEY: 'another secret, which is long enough' }, /^SECRET_KEY is not that of the portal on /],
    [
      { NATS_URL: '' },
      /^Waiting for another portal.*\nAnother portal uses the database of DATABASE_URL\. Set NATS_URL /,
    ],
    [{ DATABASE_URL: '' }, /NATS_URL is also used by the portal on \S+ \(process \d+\), which has another database\./],
  ])('refuse a wrong set-up: %o', async (wrong: Record<string, string>, message) => {
    const hasOwnDatabase = wrong['DATABASE_URL'] === '';
    const portal = start({ ...settings, ...wrong }, hasOwnDatabase ? makePreparedFolder() : makeFolder());
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toMatch(message);
    expect(portal.output()).not.toContain('Tribehall is ready');
  });

  it.runIf(hasS3Server)('refuse a store of files on one of them only', async () => {
    const portal = start({ ...settings, ...(await storage()) });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toMatch(/^The settings of FILES_S3 do not lead to the store of the portal on /);
  });

  it('let a right one join', async () => {
    const joined = start(settings);
    onTestFinished(async () => void (await joined.stop()));
    await joined.ready();
    expect(joined.output()).toContain('Serving together with 1 other portal.');
    const left = readdirSync(sharedFolder, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('.portal-'))).toEqual([]);
  });

  it('fail no request when one stops: those that run finish, and connections are closed with their last response', async () => {
    const leaving = start(settings);
    const [oldUrl, nextUrl] = await Promise.all([leaving.ready(), first.ready()]);
    const stream = await fetch(`${oldUrl}/api/events?topics=users.me`, {
      headers: { authorization: `Bearer ${owner}` },
    });
    const streamed = stream.text();

    const seen = { statuses: new Map<number, number>(), refused: 0, closed: 0, faults: [] as string[] };
    let isStopped = false;
    // As a proxy does: keep-alive connections, and another portal once one accepts no more.
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let url = oldUrl, more = 40; more > 0;) {
        const result = await ask(agent, `${url}/api/users/me`, owner);
        if (result === 'ECONNREFUSED' && url === oldUrl) url = nextUrl;
        else if (typeof result === 'string') seen.faults.push(result);
        else seen.statuses.set(result.status, (seen.statuses.get(result.status) ?? 0) + 1);
        if (result === 'ECONNREFUSED') seen.refused += 1;
        if (typeof result !== 'string' && result.isLast) seen.closed += 1;
        if (isStopped) more -= 1;
      }
      agent.destroy();
    };
    const clients = Array.from({ length: 8 }, client);
    await vi.waitUntil(() => (seen.statuses.get(200) ?? 0) > 100);
    expect(await leaving.stop()).toBe(0);
    isStopped = true;
    await Promise.all(clients);
    expect(seen.faults).toEqual([]);
    expect([...seen.statuses.keys()]).toEqual([200]);
    expect(seen.refused).toBe(8);
    // More, where a client has come back before the portal accepted no more.
    expect(seen.closed).toBeGreaterThanOrEqual(8);
    expect(await streamed).toContain('"reason":"stopping"');
  });
});

type Result = { status: number; isLast: boolean } | string;

async function ask(agent: Agent, url: string, token: string): Promise<Result> {
  try {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
