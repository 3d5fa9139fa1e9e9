// Opens thousands of agent connections or streams and holds them. Messages from its parent say what to open; each is answered.
import net from 'node:net';
import { openConnection } from './agent-client.mjs';

/** @typedef {{ agents: { address: string, tokens: string[] } } | { streams: { port: number, path: string, token?: string, count: number } } | { close: true }} Task */

/** So many share an address: the portal limits connections without hello, and streams, of each. */
const perAddress = { agents: 8, streams: 25 };
const atOnce = 64;

/** @type {(() => void)[]} */
const open = [];

/** @param {number} index */
const localAddress = (index) => `127.1.${Math.floor(index / 200)}.${(index % 200) + 1}`;

/** @param {{ address: string, tokens: string[] }} task */
async function openAgents({ address, tokens }) {
  await inParallel(tokens.length, async (index) => {
    const game = index % 2 === 0 ? 'asa' : 'ase';
    const from = localAddress(Math.floor(index / perAddress.agents));
    const socket = await openConnection(address, tokens[index] ?? '', { game, localAddress: from });
    open.push(() => socket.terminate());
  });
}

/** @param {{ port: number, path: string, token?: string, count: number }} task */
async function openStreams({ port, path, token, count }) {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}\r\n`;
  await inParallel(count, async (index) => {
    const from = localAddress(Math.floor(index / perAddress.streams));
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
    socket.write(request);
    await new Promise((resolve, reject) => {
      let text = '';
      socket.on('error', reject).on('close', () => reject(new Error(`The stream ended: ${text}`)));
      socket.on('data', (chunk) => {
        if (text.includes('"snapshot"')) return;
        text += chunk.toString('latin1');
        if (text.includes('"snapshot"')) resolve(undefined);
      });
    });
    open.push(() => socket.destroy());
  });
}

/** @param {number} count @param {(index: number) => Promise<void>} work */
async function inParallel(count, work) {
  let next = 0;
  const run = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** @param {Task} task */
async function perform(task) {
  const startedAt = performance.now();
  if ('agents' in task) await openAgents(task.agents);
  else if ('streams' in task) await openStreams(task.streams);
  else for (const end of open.splice(0)) end();
  return { ms: performance.now() - startedAt };
}

process.on('message', (/** @type {Task} */ task) => {
  perform(task).then(
    (done) => process.send?.(done),
    (error) => process.send?.({ fault: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
