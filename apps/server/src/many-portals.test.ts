import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findProgram } from '../../../tooling/programs.mjs';
import { makeFolder, postTo, spawnPortal, type PortalProcess } from './testing/portal-process.ts';

const postgres = findProgram('postgres');
const natsServer = findProgram('nats-server');
const isThere = postgres !== undefined && natsServer !== undefined;
if (!isThere && process.env['CI']) throw new Error('PostgreSQL or nats-server is missing');

const nobody = 65_534;
const runAs = process.getuid?.() === 0 ? nobody : undefined;
const children: ChildProcess[] = [];
const portals: PortalProcess[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  for (const child of children) {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(isThere)('two portals on one PostgreSQL of the system and one NATS', () => {
  it('serve together: sessions, live topics and their ends', async () => {
    const settings = { DATABASE_URL: await startPostgres(), NATS_URL: await startNats(), REQUESTS_PER_MINUTE: '0' };
    const [here, there] = await Promise.all([startOne(settings), startOne(settings)]);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portals[0]?.output() ?? '') ?? [];
    const owner = await postTo(here, '/users/register', {
      email: 'o@example.test',
      username: 'Olga',
      password: 'a long enough one',
      setup,
    });
    const token = String(owner.body.data?.['accessToken']);
    const headers = { authorization: `Bearer ${token}` };

    const stream = await fetch(`${there}/api/events?topics=audit`, { headers });
    let seen = '';
    const ended = readAll(stream, (text) => (seen += text));
    await vi.waitUntil(() => seen.includes('snapshot'), { timeout: 10_000 });
    await postTo(here, '/users/register', { email: 'n@example.test', username: 'Nils', password: 'a long enough one' });
    await vi.waitUntil(() => seen.includes('users.register') && seen.includes('Nils'), { timeout: 10_000 });

    await postTo(here, '/users/logout', {}, token);
    await ended;
    expect(seen).toContain('session-ended');
    expect((await fetch(`${there}/api/users/me`, { headers })).status).toBe(401);
  });
});

async function readAll(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }));
}

async function startOne(settings: Record<string, string>): Promise<string> {
  const folder = makeFolder();
  folders.push(folder);
  const portal = spawnPortal(folder, { settings });
  portals.push(portal);
  return portal.ready();
}

/** A cluster of the system's own PostgreSQL, on loopback. */
async function startPostgres(): Promise<string> {
  const folder = makeFolder(runAs);
  folders.push(folder);
  const as = runAs === undefined ? {} : { uid: runAs, gid: runAs };
  const cluster = join(folder, 'cluster');
  execFileSync(
    join(dirname(postgres ?? ''), 'initdb'),
    ['-D', cluster, '-U', 'tribehall', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    { ...as, stdio: 'pipe' },
  );
  const port = await freePort();
  const server = spawn(postgres ?? '', ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', folder], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(server);
  let log = '';
  server.stderr.on('data', (chunk) => (log += String(chunk)));
  await vi.waitUntil(() => log.includes('ready to accept connections'), { timeout: 10_000 });
  return `postgres://tribehall@127.0.0.1:${port}/postgres`;
}

async function startNats(): Promise<string> {
  const port = await freePort();
  const server = spawn(natsServer ?? '', ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(server);
  let log = '';
  server.stderr.on('data', (chunk) => (log += String(chunk)));
  await vi.waitUntil(() => log.includes('Server is ready'), { timeout: 10_000 });
  return `nats://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
