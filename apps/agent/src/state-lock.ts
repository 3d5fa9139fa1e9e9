import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export type StateLock = { release(): Promise<void> };

/**
 * One agent per state folder: two would give the same numbers to different events. A listening socket instead of a
 * file, because the system releases it when the process dies. Returns undefined if another agent holds the lock.
 * Every user of the machine can connect and read what `describe` returns, so it must not contain secrets.
 */
export async function lockState(stateDir: string, describe = () => ''): Promise<StateLock | undefined> {
  const address = addressOf(fs.realpathSync(stateDir));
  const server = net.createServer((socket) => socket.on('error', () => undefined).end(describe()));
  if (!(await listen(server, address))) {
    // A stale file is possible only where sockets are files.
    if (address.startsWith('\0') || (await isListening(address))) return undefined;
    fs.rmSync(address, { force: true });
    if (!(await listen(server, address))) return undefined;
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

const answerMs = 2_000;

/** What the agent that holds the lock says about itself; empty if it is older, undefined if there is none. */
export async function askLockHolder(stateDir: string): Promise<string | undefined> {
  if (!fs.existsSync(stateDir)) return undefined;
  const socket = net.connect(addressOf(fs.realpathSync(stateDir)));
  return new Promise((resolve) => {
    let text = '';
    let isConnected = false;
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.once('connect', () => (isConnected = true));
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(isConnected ? text : undefined));
  });
}

function addressOf(folder: string): string {
  const name = `tribehall-agent-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

function listen(server: net.Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', failed).listen(address, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

function isListening(address: string): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}
