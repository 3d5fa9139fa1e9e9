// Opens thousands of agent connections and streams and holds them. Messages from its parent say what to do; each is answered.
import { setTimeout as wait } from 'node:timers/promises';
import net from 'node:net';
import { openConnection } from '../agents/agent-client.mjs';

/**
 * @typedef {{ address: string, tokens: string[], within?: number }} Agents spread over so many milliseconds, as after the loss of a portal
 * @typedef {{ port: number, path: string, sessions: string[], count: number }} Streams of these sessions, or of visitors
 * @typedef {{ agents: Agents } | { streams: Streams } | { received: true } | { close: true }} Task
 */

/** So many share an address or a session: the portal limits streams, and connections that have not sent hello. */
const perAddress = 8;
const perReader = 30;
const atOnce = 64;
const heartbeatMs = 5_000;

/** @type {(() => void)[]} */
const open = [];
let receivedBytes = 0;
let toldMs = 0;

const onWelcome = (/** @type {{ reconnectWithinMs?: number }} */ welcome) => {
  toldMs = welcome.reconnectWithinMs ?? 0;
};

/** @param {number} index */
const localAddress = (index) => `127.1.${Math.floor(index / 200)}.${(index % 200) + 1}`;

/** @param {Agents} task */
async function openAgents({ address, tokens, within }) {
  /** @param {number} index @returns {Promise<void>} */
  const openOne = async (index) => {
    const from = localAddress(Math.floor(index / perAddress));
    const socket = await openConnection(address, tokens[index] ?? '', { localAddress: from, onWelcome });
    const heartbeat = setInterval(() => socket.ping(), heartbeatMs);
    socket.once('close', () => clearInterval(heartbeat));
    open.push(() => socket.terminate());
  };
  /** As an agent does: it tries again until it is let in. @param {number} index */
  const reconnect = async (index) => {
    await wait(Math.random() * (within ?? 0));
    while (
      !(await openOne(index).then(
        () => true,
        () => false,
      ))
    )
      await wait(500 + Math.random() * 1_000);
  };
  if (within === undefined) await inParallel(tokens.length, openOne);
  else await Promise.all(tokens.map((_, index) => reconnect(index)));
}

/** @param {Streams} task */
async function openStreams({ port, path, sessions, count }) {
  await inParallel(count, async (index) => {
    const reader = Math.floor(index / perReader);
    const authorization = sessions.length > 0 ? `Authorization: Bearer ${sessions[reader]}\r\n` : '';
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: localAddress(reader), noDelay: true });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}\r\n`);
    await new Promise((resolve, reject) => {
      let text = '';
      socket.on('error', reject).on('close', () => reject(new Error(`A stream ended: ${text}`)));
      socket.on('data', (chunk) => {
        receivedBytes += chunk.length;
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
  try {
    if ('agents' in task) await openAgents(task.agents);
    else if ('streams' in task) await openStreams(task.streams);
    else if ('close' in task) for (const end of open.splice(0)) end();
    process.send?.({ ms: performance.now() - startedAt, receivedBytes, toldMs });
  } catch (error) {
    process.send?.({ fault: String(error) });
  }
}

process.on('message', (/** @type {Task} */ task) => void perform(task));
process.on('disconnect', () => process.exit(0));
