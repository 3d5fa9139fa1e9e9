import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type LockHolder = { pid: number; url: string | null; stopping: boolean };
export type Lock = { describe(now: Partial<LockHolder>): void; release(): Promise<void> };

/**
 * Allows one portal per data folder. A listening socket instead of a PID file, because the system releases it when the
 * process ends, however it ends, so the lock is never stale.
 */
export async function acquireLock(dataDir: string): Promise<Lock | LockHolder> {
  const address = lockAddress(dataDir);
  const holder: LockHolder = { pid: process.pid, url: null, stopping: false };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${JSON.stringify(holder)}\n`);
  });
  if (!(await tryListen(server, address))) {
    const other = await readHolder(address);
    if (other) return other;
    // Only a socket file can be orphaned, and only where there are no abstract sockets or pipes.
    if (!address.startsWith('\0')) rmSync(address, { force: true });
    if (!(await tryListen(server, address))) return { pid: 0, url: null, stopping: false };
  }
  return {
    describe: (now) => Object.assign(holder, now),
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function isLock(result: Lock | LockHolder): result is Lock {
  return 'release' in result;
}

function lockAddress(dataDir: string): string {
  const name = `tribehall-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function tryListen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError).once('listening', onListening).listen(address);
    server.unref();
  });
}

function readHolder(address: string): Promise<LockHolder | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(parseHolder(text)));
  });
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return undefined;
  }
}
