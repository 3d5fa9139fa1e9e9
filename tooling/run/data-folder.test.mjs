import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { socketAddress } from '../setup/socket-address.mjs';
import { refuseSecondStart } from './data-folder.mjs';

let folder = '';
/** @type {net.Server | undefined} */
let portal;

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-data-')));
});
afterEach(() => {
  portal?.close();
  portal = undefined;
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Holds the folder as the portal does. @param {() => object} describe @returns {Promise<void>} */
function hold(describe) {
  const server = net.createServer((socket) => socket.end(`${JSON.stringify(describe())}\n`));
  portal = server;
  return new Promise((resolve) => server.listen(socketAddress('tribehall', folder), () => resolve()));
}

it('lets a start through on a folder that nobody holds, or that does not exist', async () => {
  await expect(refuseSecondStart(folder)).resolves.toBeUndefined();
  await expect(refuseSecondStart(path.join(folder, 'not-yet'))).resolves.toBeUndefined();
});

it('refuses a second start and prints which process runs where', async () => {
  await hold(() => ({ pid: 123, url: 'http://127.0.0.1:8080' }));
  await expect(refuseSecondStart(folder)).rejects.toThrow(
    `Tribehall is already running on ${folder} (process 123, http://127.0.0.1:8080).`,
  );
});

it('waits for a portal that is stopping', async () => {
  let asked = 0;
  await hold(() => {
    asked += 1;
    if (asked === 10) portal?.close();
    return { pid: 123, url: null, stopping: true };
  });
  await refuseSecondStart(folder);
  expect(asked).toBe(10);
});
