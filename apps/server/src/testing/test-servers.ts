import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { findProgram } from '../../../../tooling/programs.mjs';
import { makeFolder } from './portal-process.ts';

export type TestServer = { url: string; stop: () => Promise<void> };

const postgres = findProgram('postgres');
const natsServer = findProgram('nats-server');
const nobody = 65_534;

/** Which servers of the system are installed. CI has all of them; elsewhere their tests are left out. */
export const installed = { postgres: isInstalled('postgres', postgres), nats: isInstalled('nats-server', natsServer) };

export async function startNats(): Promise<TestServer> {
  const port = await freePort();
  const child = spawn(natsServer ?? '', ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilSaid(child, 'Server is ready');
  return { url: `nats://127.0.0.1:${port}`, stop: () => end(child) };
}

/** A cluster of the system's own PostgreSQL, on loopback; as root it runs as nobody. */
export async function startPostgres(): Promise<TestServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = makeFolder(isRoot ? nobody : undefined);
  const as = isRoot ? { uid: nobody, gid: nobody } : {};
  const cluster = join(folder, 'cluster');
  const setUp = ['-D', cluster, '-U', 'tribehall', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  execFileSync(join(dirname(postgres ?? ''), 'initdb'), setUp, { ...as, stdio: 'pipe' });
  const port = await freePort();
  const options = ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', folder];
  const child = spawn(postgres ?? '', options, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilSaid(child, 'ready to accept connections');
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://tribehall@127.0.0.1:${port}/postgres`, stop };
}

function isInstalled(name: string, path: string | undefined): boolean {
  if (path === undefined && process.env['CI']) throw new Error(`${name} is missing`);
  return path !== undefined;
}

async function untilSaid(child: ChildProcess, words: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  await vi.waitUntil(() => said.includes(words), { timeout: 20_000 });
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
