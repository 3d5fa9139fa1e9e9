import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { socketAddress } from './socket-address.mjs';

const retryMs = 300;

/**
 * Lets one command at a time install and build in a folder; the others wait.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, work) {
  const address = socketAddress('tribehall-setup', fs.realpathSync(folder));
  let lock = await tryListen(address);
  if (!lock) console.log('Another Tribehall command is installing or building here; waiting for it …');
  while (!lock) {
    await delay(retryMs);
    lock = await tryListen(address);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** @param {string} address @returns {Promise<net.Server | undefined>} */
async function tryListen(address) {
  const server = net.createServer((socket) => socket.destroy());
  const isMine = await new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(address);
  });
  if (isMine) return server;
  if (address.startsWith('/') && !(await isListening(address))) fs.rmSync(address, { force: true });
  return undefined;
}

/** A socket that is a file is orphaned when its holder is killed. @param {string} address */
function isListening(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
