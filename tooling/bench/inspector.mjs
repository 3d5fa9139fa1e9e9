import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A port that nobody listens on at the moment. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Connects to a program that was started with `--inspect`. Without a collection, memory that is no longer used counts.
 * @param {number} port
 */
export async function openInspector(port) {
  const [target] = /** @type {any[]} */ (await (await fetch(`http://127.0.0.1:${port}/json`)).json());
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let lastId = 0;
  /** @param {string} method @param {Record<string, unknown>} [params] @returns {Promise<any>} */
  const ask = (method, params = {}) =>
    new Promise((resolve) => {
      const id = ++lastId;
      const onMessage = (/** @type {Buffer} */ data) => {
        const reply = JSON.parse(data.toString());
        if (reply.id !== id) return;
        socket.off('message', onMessage);
        resolve(reply.result);
      };
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    collectGarbage: async () => {
      for (let times = 0; times < 3; times += 1) await ask('HeapProfiler.collectGarbage');
      // The operating system gets pages back a little later.
      await wait(3_000);
    },
    heapMib: async () => (await ask('Runtime.getHeapUsage')).usedSize / 1024 / 1024,
    /** Source maps are otherwise read one by one, at the first error of each file. @param {string[]} files */
    loadSourceMaps: (files) =>
      ask('Runtime.evaluate', {
        expression: `${JSON.stringify(files)}.filter((file) => require('node:module').findSourceMap(file)).length`,
        includeCommandLineAPI: true,
      }),
    close: () => socket.close(),
  };
}
