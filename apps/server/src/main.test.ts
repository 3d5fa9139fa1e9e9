import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseFolder, readRecord } from './db/engine/database-record.ts';
import { isDeepRun } from './testing/deep-run.ts';
import { makeFolder, makePreparedFolder, postTo, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { runningPrograms } from './testing/running-programs.ts';
import { mountSmallDrive } from './testing/small-drive.ts';
import { connectTestAgent } from './testing/test-agent.ts';

const started: PortalProcess[] = [];
const folders: string[] = [];
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

function newFolder(owner?: number): string {
  const folder = makeFolder(owner);
  folders.push(folder);
  return folder;
}

/** For tests of a portal that has been started before. */
function preparedFolder(): string {
  const folder = makePreparedFolder();
  folders.push(folder);
  return folder;
}

function start(...args: Parameters<typeof spawnPortal>): PortalProcess {
  const portal = spawnPortal(...args);
  started.push(portal);
  return portal;
}

afterAll(async () => {
  await Promise.all(
    started.filter(({ child }) => child.exitCode === null && child.signalCode === null).map((portal) => portal.stop()),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const person = (n: number) => ({ email: `p${n}@example.test`, username: `Person ${n}`, password: 'a long enough one' });

describe('the portal as a process', () => {
  it('loses nothing it has acknowledged when it is killed, again and again', async () => {
    const folder = preparedFolder();
    const rounds = isDeepRun ? 8 : 2;
    for (let round = 0; round <= rounds; round += 1) {
      const portal = start(folder);
      const url = await portal.ready();
      for (let n = 0; n < round; n += 1) {
        const { email, password } = person(n);
        expect((await postTo(url, '/users/login', { email, password })).status).toBe(200);
      }
      // The last one ends in order, and its database with it.
      if (round === rounds) return;
      expect((await postTo(url, '/users/register', person(round))).status).toBe(200);
      await portal.stop('SIGKILL');
    }
  });

  it('keeps its folder from a second one, goes on when its database is killed, and loses nothing it has acknowledged', async () => {
    const folder = preparedFolder();
    const portal = start(folder);
    const url = await portal.ready();
    const before = readdirSync(folder);
    const second = start(folder);
    expect(await second.exit()).toBe(1);
    expect(second.output()).toBe(`Tribehall is already running on ${folder} (process ${portal.child.pid}, ${url}).\n`);
    expect(readdirSync(folder)).toEqual(before);
    const record = await readRecord(folder);
    const pidFile = join(record ? databaseFolder(folder, record) : folder, 'cluster/postmaster.pid');
    for (let round = 0; round < 2; round += 1) {
      expect((await postTo(url, '/users/register', person(round))).status).toBe(200);
      process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
      const statuses = new Set<number>();
      const logIn = async () => {
        const { status } = await postTo(url, '/users/login', person(round));
        statuses.add(status);
        return status;
      };
      await expect.poll(logIn).toBe(200);
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    }
    expect(portal.child.exitCode).toBeNull();
    expect(await portal.stop()).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });

  it('starts after being killed at any moment of its first start', async () => {
    const folder = newFolder();
    for (const afterMs of isDeepRun ? [50, 250, 500, 800, 1100] : [250, 600, 1100]) {
      const portal = start(folder);
      await Promise.race([portal.exit(), new Promise((resolve) => setTimeout(resolve, afterMs))]);
      portal.child.kill('SIGKILL');
      await portal.exit();
    }
    await expect(start(folder).ready()).resolves.toMatch(/^http/);
  });

  it('stops when asked at any moment of its start, and leaves nothing running', async () => {
    const folder = newFolder();
    const log = join(folder, 'logs/portal.log');
    const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    const moments: ((portal: PortalProcess) => boolean)[] = [
      () => true,
      ({ output }) => output().includes('Setting up the database'),
      () => existsSync(join(folder, 'database/cluster/postmaster.pid')),
      () => logged().includes('"msg":"Listening"'),
    ];
    for (const [moment, isNow] of moments.entries()) {
      rmSync(log, { force: true });
      const portal = start(folder);
      await expect.poll(() => isNow(portal) || `${moment}: ${portal.output()}`).toBe(true);
      portal.child.kill('SIGTERM');
      // A signal that comes before the program has loaded ends it as signals do.
      expect([0, null]).toContain(await portal.exit());
      expect(enginesOn(folder)).toEqual([]);
      expect(portal.output()).not.toMatch(/ {4}at |ended by itself/);
    }
    await expect(start(folder).ready()).resolves.toMatch(/^http/);
  }, 180_000);

  it('stops at a wrong setting with one sentence', async () => {
    const portal = start(newFolder(), { settings: { PORT: 'many' } });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toBe('PORT must be a whole number from 0 to 65535, but is "many".\n');
  });

  it('stops at an empty secret.key with one sentence, before it opens anything', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'secret.key'), '');
    const portal = start(folder, { settings: { SECRET_KEY: '' } });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toMatch(
      /^\S+secret\.key must have at least 32 characters, but has none\. Restore it .+\n$/,
    );
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('prints that the port is taken, and leaves no database behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = preparedFolder();
    const portal = start(folder, { settings: { PORT: String(port) } });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toContain(
      `Port ${port} of 127.0.0.1 is in use by another program. Set PORT to choose another one.`,
    );
    expect(runningPrograms().filter((line) => line.includes(folder))).toEqual([]);
    other.close();
  });

  it.runIf(isRoot)('prints how much space a start needs where the drive has too little', async () => {
    const drive = mountSmallDrive(1, { atEnd: onTestFinished });
    const portal = start(drive ?? newFolder());
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toBe(
      `There is too little space on the drive of ${drive}: 1.0 MB are free and the first start needs 160 MB. ` +
        'Free some space there, or set DATA_DIR to a folder on another drive.\n',
    );
  });

  it.runIf(isRoot)('serves on where its log cannot be written, and says later what is missing', async () => {
    const folder = preparedFolder();
    const logs = mountSmallDrive(1, { folder: join(folder, 'logs'), atEnd: onTestFinished }) ?? '';
    writeFileSync(join(logs, 'filler'), Buffer.alloc(1024 * 1024));
    const portal = start(folder);
    const url = await portal.ready();
    const failLogin = () => postTo(url, '/users/login', { email: 'nobody@example.test', password: 'wrong' });
    expect((await failLogin()).status).toBe(401);
    expect(statSync(join(logs, 'portal.log')).size).toBe(0);
    rmSync(join(logs, 'filler'));
    expect((await failLogin()).status).toBe(401);
    expect(readFileSync(join(logs, 'portal.log'), 'utf8')).toMatch(
      /^\{[^\n]*"msg":"\d+ log lines could not be written and are missing here: ENOSPC"\}\n\{[^\n]*A login failed/,
    );
    expect(await portal.stop()).toBe(0);
  });

  it('prints that a configured database cannot be reached', async () => {
    const portal = start(newFolder(), {
      settings: { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', START_WAIT_SECONDS: '0' },
    });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toMatch(/^DATABASE_URL names a database that cannot be used: /);
    expect(portal.output()).not.toContain('hidden');
  });

  it('lists the servers that the demo world names, and prints when it cannot', async () => {
    const folder = preparedFolder();
    const file = join(newFolder(), 'demo.json');
    const token = 'th_0123456789abcdefghijklmnopqrstuvwxyz';
    const server = { id: 'demo-the-island', name: 'The Island', game: 'asa', map: 'TheIsland_WP', token };
    writeFileSync(file, JSON.stringify({ clusters: [{ id: 'demo', name: 'Demo', servers: [server] }], people: [] }));
    const settings = { TRIBEHALL_WORLD: 'on', DEMO_ARK_FILE: file };
    const portal = start(folder, { settings });
    const url = await portal.ready();
    expect((await connectTestAgent(url, { token })).hello).toMatchObject({ serverId: 'demo-the-island' });
    const member = await postTo(url, '/users/login', { email: 'member@tribehall.test', password: 'tribehall-demo' });
    expect(member.body.data?.['user']).toMatchObject({ ark: { linkedPlayers: [{ serverId: 'demo-the-island' }] } });
    expect(await portal.stop()).toBe(0);
    writeFileSync(file, `{ "clusters": [{ "token": "${token}" }] }`);
    const refused = start(folder, { settings });
    expect(await refused.exit()).toBe(1);
    expect(refused.output()).toBe(`DEMO_ARK_FILE can't be used: ${file}.\n`);
    // Behind a proxy the world is off by default, and the accounts of the demo are closed.
    const proxied = { TRIBEHALL_WORLD: '', PUBLIC_URL: 'https://ark.example', TRUSTED_PROXIES: '127.0.0.1' };
    const port = await freePort();
    expect(await start(folder, { settings: { ...settings, ...proxied, PORT: String(port) } }).ready()).toBe(
      'https://ark.example',
    );
    for (const email of ['owner@tribehall.test', 'member@tribehall.test'])
      expect(
        await postTo(`http://127.0.0.1:${port}`, '/users/login', { email, password: 'tribehall-demo' }),
      ).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });

  it('prints last where it listens, makes its files private and leaves secrets out of all of them', async () => {
    const folder = newFolder();
    const portal = start(folder, { settings: { FILES_QUOTA_MB: '100000000' } });
    const url = await portal.ready();
    expect(portal.output()).toMatch(/warn: The drive of \S+ has .*, and the limits allow .*FILES_QUOTA_MB=100000000, /);
    expect(portal.output().trimEnd().split('\n').at(-1)).toBe(`Tribehall is ready at ${url}`);
    expect(portal.output()).toMatch(/There is no Owner yet.*\/register\?setup=[\w-]{32}\n/);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portal.output()) ?? [];
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ data: { live: true, ready: true } });
    const { body } = await postTo(url, '/users/register', { ...person(1), setup });
    const token = String(body.data?.['accessToken']);
    const added = await postTo(url, '/ark/servers', { name: 'The Island', game: 'asa' }, token);
    const linkToken = String(added.body.data?.['token']);
    await connectTestAgent(url, { token: linkToken });
    await postTo(url, '/users/login', { ...person(1), password: 'Canary-Password-1' });
    const script = { name: 'Script', scopes: ['read'], serverIds: null, expiresAt: null };
    const apiToken = String((await postTo(url, '/users/me/tokens', script, token)).body.data?.['secret']);
    expect((await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${apiToken}` } })).status).toBe(200);
    expect((await fetch(`${url}/api/users/me?token=${token}&access_token=${apiToken}`)).status).toBe(401);
    expect(await portal.stop()).toBe(0);
    for (const secret of [
      setup,
      token.split('.')[1] ?? '',
      linkToken,
      apiToken.split('.')[1] ?? 'none',
      person(1).password,
      'Canary-Password-1',
    ])
      expect(filesWith(folder, secret), secret).toEqual([]);
    expect(openToOthers(folder)).toEqual([]);
  });

  it.runIf(isRoot)('works as root below a folder that only root may enter', async () => {
    const home = newFolder();
    chmodSync(home, 0o700);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const portal = start(dataDir);
    const url = await portal.ready();
    const [, databaseFolder = ''] = /(\/var\/lib\/tribehall\/\S+?)[.,;:\s]/.exec(portal.output()) ?? [];
    folders.push(databaseFolder);
    expect((await postTo(url, '/users/register', person(1))).status).toBe(200);
    await portal.stop('SIGKILL');
    const again = await start(dataDir).ready();
    expect((await postTo(again, '/users/login', person(1))).status).toBe(200);
  });

  it.runIf(isRoot)('works as an ordinary user', async () => {
    const portal = start(newFolder(nobody), { uid: nobody });
    const url = await portal.ready();
    expect((await postTo(url, '/users/register', person(1))).status).toBe(200);
    expect(await portal.stop()).toBe(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Command lines of PostgreSQL's programs that work on this data folder. */
function enginesOn(folder: string): string[] {
  return runningPrograms().filter((line) => line.includes(folder) && /postgres|initdb/.test(line));
}

function filesWith(folder: string, text: string): string[] {
  try {
    return execFileSync('grep', ['-rlaF', '--', text, folder]).toString().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Files and folders of the portal that others may read or list. The engine's copy holds no secrets. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('database/engine-'))
    .filter((path) => (statSync(join(folder, path)).mode & 0o066) !== 0);
}
