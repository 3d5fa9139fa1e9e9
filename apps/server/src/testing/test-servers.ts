import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { inject, vi } from 'vitest';
import { findProgram } from '../../../../tooling/programs.mjs';
import { makeFolder } from './portal-process.ts';

export type TestServer = { url: string; stop: () => Promise<void> };

const postgres = findProgram('postgres');
const natsServer = findProgram('nats-server');
const promtool = findProgram('promtool');
const pgBouncer = findProgram('pgbouncer');
const nobody = 65_534;

/** Which servers are installed. CI has all of them; elsewhere their tests are skipped. */
export const installed = {
  postgres: isInstalled('postgres', postgres),
  nats: isInstalled('nats-server', natsServer),
  promtool: isInstalled('promtool', promtool),
  pgBouncer: isInstalled('pgbouncer', pgBouncer),
};

/** Prometheus' own check of what it is given. */
export function runPromtool(args: string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

type NatsOptions = {
  /** In the format of its configuration file. */
  config?: string;
  /** To reuse the port of an earlier server. */
  port?: number;
};

export async function startNats({ config = '', port: wanted }: NatsOptions = {}): Promise<
  TestServer & { port: number }
> {
  const port = wanted ?? (await freePort());
  const folder = makeFolder();
  writeFileSync(join(folder, 'nats.conf'), config);
  const child = spawn(natsServer ?? '', ['-a', '127.0.0.1', '-p', String(port), '-c', join(folder, 'nats.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilPrinted(child, 'Server is ready');
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `nats://127.0.0.1:${port}`, port, stop };
}

/** The system's PostgreSQL, on loopback; as root it runs as nobody. */
export async function startPostgres(wanted?: number): Promise<TestServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = makeFolder(isRoot ? nobody : undefined);
  const as = isRoot ? { uid: nobody, gid: nobody } : {};
  const cluster = join(folder, 'cluster');
  // With the owner of the files.
  execFileSync('cp', ['-a', '--reflink=auto', '--', preparedCluster(as), cluster]);
  const port = wanted ?? (await freePort());
  // As for the database of all tests: nothing has to reach the disk.
  const options = ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'];
  const child = spawn(postgres ?? '', options, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilPrinted(child, 'ready to accept connections');
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://tribehall@127.0.0.1:${port}/postgres`, stop };
}

/** An empty cluster for copies, made by the first who needs one: creating it takes longer than starting a server. */
function preparedCluster(as: { uid?: number; gid?: number }): string {
  // Removed at the end of the run.
  const prepared = join(dirname(inject('preparedFolder')), 'system-cluster');
  if (existsSync(prepared)) return prepared;
  const folder = makeFolder(as.uid);
  const made = join(folder, 'cluster');
  const setUp = ['-D', made, '-U', 'tribehall', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(dirname(postgres ?? ''), 'initdb'), setUp, { ...as, stdio: 'pipe' });
  try {
    renameSync(made, prepared);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(prepared)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return prepared;
}

/** PgBouncer in transaction mode before a server of `startPostgres`, with as few connections to it as that takes. */
export async function startPgBouncer(database: TestServer): Promise<TestServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = makeFolder(isRoot ? nobody : undefined);
  const port = await freePort();
  const { port: databasePort } = new URL(database.url);
  const config = `[databases]
postgres = host=127.0.0.1 port=${databasePort} user=tribehall
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, config, { mode: 0o644 });
  const as = isRoot ? { uid: nobody, gid: nobody } : {};
  const child = spawn(pgBouncer ?? '', [file], { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilPrinted(child, 'process up');
  const stop = async () => {
    child.kill('SIGTERM');
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://tribehall@127.0.0.1:${port}/postgres`, stop };
}

function isInstalled(name: string, path: string | undefined): boolean {
  if (path === undefined && process.env['CI']) throw new Error(`${name} is missing`);
  return path !== undefined;
}

async function untilPrinted(child: ChildProcess, words: string): Promise<void> {
  let printed = '';
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  await vi.waitUntil(() => printed.includes(words));
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Whether something accepts connections there. */
export async function accepts(port: number, host = 'localhost'): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
