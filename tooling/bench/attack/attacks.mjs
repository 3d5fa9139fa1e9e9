import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openConnection } from '../agents/agent-client.mjs';
import { offerDownload } from '../files/offer-download.mjs';
import { createHostileInputs } from './hostile-inputs.mjs';

/**
 * @typedef {{ port: number, token: string, adminToken: string, agentToken: string, seed: number, forMs: number, stallMs: number }} Target with a member's token and an agent's
 * @typedef {{ sent: number, outcomes: Record<string, number>, longestMs: number }} Damage `longestMs` is how long the portal let a connection live that made no progress
 * @typedef {(target: Target) => Promise<Damage>} Attack
 */

const address = '127.0.0.1';
/** More than the kernels take off the portal's hands. */
const unreadBytes = 32 * 1024 * 1024;

/** One client in each network, so that limits of one do not stop the rest. @param {number} index */
const localAddress = (index) => `127.${(index % 200) + 2}.0.${1 + (Math.floor(index / 200) % 200)}`;

/** @returns {Damage} */
const nothing = () => ({ sent: 0, outcomes: {}, longestMs: 0 });

/** @param {Damage} damage @param {string} outcome */
function count(damage, outcome) {
  damage.sent += 1;
  damage.outcomes[outcome] = (damage.outcomes[outcome] ?? 0) + 1;
}

/** @param {Target} target @param {number} parallel @param {(index: number) => Promise<string>} once */
async function repeat({ forMs }, parallel, once) {
  const damage = nothing();
  const until = performance.now() + forMs;
  let next = 0;
  const run = async () => {
    while (performance.now() < until) count(damage, await once(next++).catch((error) => error.code ?? 'error'));
  };
  await Promise.all(Array.from({ length: parallel }, run));
  return damage;
}

/** Sends bytes and returns the status of the reply, or how the connection ended. @param {number} port @param {string | Buffer} bytes @param {string} from */
function exchange(port, bytes, from) {
  return new Promise((/** @type {(outcome: string) => void} */ resolve) => {
    const socket = net.connect({ host: address, port, localAddress: from });
    let reply = '';
    const end = () => {
      socket.destroy();
      resolve(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 'closed');
    };
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
      if (reply.includes('\r\n\r\n')) end();
    });
    socket.on('error', end).on('close', end);
    socket.setTimeout(30_000, end);
    socket.write(bytes);
  });
}

/** @param {number} port @param {string} path @param {string | Buffer} body @param {string} [headers] */
function post(port, path, body, headers = '') {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${address}:${port}\r\nOrigin: http://${address}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** @param {Target} target @param {string} path */
const get = ({ port, token }, path) =>
  `GET ${path} HTTP/1.1\r\nHost: ${address}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/**
 * Opens connections that make no progress and returns how long the portal held them.
 * @param {Target} target @param {number} connections @param {(socket: net.Socket) => () => void} begin returns what is done each second
 */
async function stall({ port, stallMs }, connections, begin) {
  const damage = nothing();
  const open = Array.from({ length: connections }, async (_, index) => {
    const openedAt = performance.now();
    const socket = net.connect({ host: address, port, localAddress: localAddress(index) });
    const goOn = begin(socket);
    const timer = setInterval(goOn, 1_000);
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')).on('error', () => undefined));
    const outcome = await Promise.race([closed, wait(stallMs, 'still open')]);
    clearInterval(timer);
    socket.destroy();
    damage.longestMs = Math.max(damage.longestMs, performance.now() - openedAt);
    count(damage, String(outcome));
  });
  await Promise.all(open);
  return damage;
}

/** @type {Record<string, Attack>} */
export const attacks = {
  'wrong logins, 200 at once': (target) => {
    const inputs = createHostileInputs(target.seed);
    return repeat(target, 200, (index) =>
      exchange(target.port, post(target.port, '/api/users/login', inputs.login()), localAddress(index)),
    );
  },
  'nested, huge and polluting bodies, 20 at once': (target) => {
    const inputs = createHostileInputs(target.seed);
    return repeat(target, 20, (index) =>
      exchange(target.port, post(target.port, inputs.address(), inputs.body()), localAddress(index)),
    );
  },
  'requests that are none, 50 at once': (target) => {
    const inputs = createHostileInputs(target.seed);
    return repeat(target, 50, (index) =>
      exchange(target.port, Buffer.from(inputs.request(), 'latin1'), localAddress(index)),
    );
  },
  'searches of a member, 20 at once': (target) => {
    const inputs = createHostileInputs(target.seed);
    return repeat(target, 20, (index) =>
      exchange(target.port, get(target, `/api/search?query=${inputs.search()}`), localAddress(index)),
    );
  },
  'streams of a member, opened and closed, 20 at once': (target) =>
    repeat(target, 20, (index) =>
      exchange(target.port, get(target, '/api/events?topics=users.me,stats'), localAddress(index)),
    ),
  'frames of an agent that are not allowed': (target) => {
    const inputs = createHostileInputs(target.seed);
    return repeat(target, 1, async () => {
      const socket = await openConnection(`ws://${address}:${target.port}/api/ark/link`, target.agentToken);
      const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => undefined));
      // Below the library, which would not send them.
      Reflect.get(socket, '_socket').write(inputs.frames());
      const outcome = await Promise.race([closed, wait(2_000, 'still open')]);
      if (socket.readyState !== WebSocket.CLOSED) socket.terminate();
      return String(outcome);
    });
  },
  'headers that never end, 300 connections': (target) =>
    stall(target, 300, (socket) => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${address}:${target.port}\r\nX: `);
      return () => socket.write('x');
    }),
  'bodies that never end, 200 connections': (target) =>
    stall(target, 200, (socket) => {
      socket.write(
        `POST /api/users/login HTTP/1.1\r\nHost: ${address}:${target.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      );
      return () => socket.write(' ');
    }),
  'uploads that stop, 100 connections': (target) =>
    stall(target, 100, (socket) => {
      const head = `Host: ${address}:${target.port}\r\nAuthorization: Bearer ${target.adminToken}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
      const part = '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc';
      socket.write(`POST /api/files HTTP/1.1\r\n${head}Content-Length: 1000000\r\n\r\n${part}`);
      socket.resume();
      return () => undefined;
    }),
  'replies that are not read, 20 connections': (target) =>
    stall(target, 20, (socket) => readNothing(socket, get(target, '/api/openapi.json').repeat(20))),
  'downloads that are not read, 20 connections': async (target) => {
    const path = await offerDownload(`http://${address}:${target.port}`, target.adminToken, unreadBytes);
    return stall(target, 20, (socket) => readNothing(socket, get(target, path)));
  },
};

/** Line breaks before a request mean nothing: they only tell the client that the portal has hung up. @param {net.Socket} socket @param {string} requests */
function readNothing(socket, requests) {
  socket.pause();
  socket.write(requests);
  return () => socket.write('\r\n');
}
