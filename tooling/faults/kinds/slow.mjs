import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { offerDownload } from '../../bench/files/offer-download.mjs';
import { logIn } from '../../bench/portal.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */
/** @typedef {{ name: string, sockets: net.Socket[], ports: Set<number>, closedMs: number[], startedAt: number }} Group */

const limitMs = 35_000;
const perGroup = 25;
/** More than the kernels take off the portal's hands. */
const downloadBytes = 32 * 1024 * 1024;
const pollMs = 250;
const trickleMs = 1_000;
/** In /proc/net/tcp. */
const established = '01';

/** @param {string} method @param {string} path @param {Record<string, string | number>} headers */
const head = (method, path, headers = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
const json = { 'Content-Type': 'application/json', 'Content-Length': 5_000 };

/** What a slow client sends first, and then each second; `reads` whether it reads replies. @param {string} token @param {string} download the path of a large file */
const clients = (token, download) => ({
  'sends nothing': {},
  'sends a header a second': { first: head('GET', '/api/health'), eachSecond: '\r\nx-slow: 1' },
  'stops in its headers': { first: head('GET', '/api/health') },
  'sends a byte of a body a second': { first: `${head('POST', '/api/users/login', json)}\r\n\r\n{`, eachSecond: ' ' },
  'stops in its body': { first: `${head('POST', '/api/users/login', json)}\r\n\r\n{` },
  'stops in the body of a call that is refused': { first: `${head('POST', '/api/files', json)}\r\n\r\n{` },
  'is refused an upgrade and stays': {
    first: `${head('GET', '/api/ark/link', { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': 'MTIzNDU2Nzg5MDEyMzQ1Ng==' })}\r\n\r\n`,
  },
  'does not read large replies': {
    first: `${head('GET', '/api/openapi.json', { Authorization: `Bearer ${token}` })}\r\n\r\n`.repeat(20),
    isDeaf: true,
  },
  'does not read a download': { first: `${head('GET', download)}\r\n\r\n`, isDeaf: true },
  'does not read a download, and sends a line break a second': {
    first: `${head('GET', download)}\r\n\r\n`,
    eachSecond: '\r\n',
    isDeaf: true,
  },
});

/** Connections of slow clients are closed, and the others are served meanwhile. @type {Fault[]} */
export const slowClients = [
  {
    name: `${perGroup} each of 10 kinds of slow clients`,
    inject: async ({ product, load }) => {
      const token = await logIn(product.url, 'admin');
      const download = await offerDownload(product.url, token, downloadBytes);
      const from = performance.now();
      const groups = Object.entries(clients(token, download)).map(([name, behavior]) =>
        openGroup(name, product.port, behavior),
      );
      await delay(1_000);
      while (performance.now() - from < limitMs && groups.some(({ ports }) => ports.size > 0)) {
        noteClosed(groups, product.port);
        await delay(pollMs);
      }
      for (const { sockets } of groups) for (const socket of sockets) socket.destroy();
      const served = load.sent
        .filter(({ write, startedAt }) => write === 'read' && startedAt > from)
        .map(({ startedAt, endedAt }) => endedAt - startedAt);
      const worst = groups.map(({ closedMs }) => (Math.max(0, ...closedMs) / 1000).toFixed(0));
      return {
        note: `closed after ${worst.join(', ')} s; reads of others took ${Math.max(0, ...served).toFixed(0)} ms at most`,
        violations: groups.flatMap(({ name, ports }) =>
          ports.size > 0 ? [`${ports.size} connections open after 35 s: a client that ${name}`] : [],
        ),
      };
    },
  },
];

/** @param {string} name @param {number} port @param {{ first?: string, eachSecond?: string, isDeaf?: boolean }} behavior @returns {Group} */
function openGroup(name, port, { first, eachSecond, isDeaf = false }) {
  /** @type {Group} */
  const group = { name, sockets: [], ports: new Set(), closedMs: [], startedAt: performance.now() };
  for (let count = 0; count < perGroup; count += 1) {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      group.ports.add(socket.localPort ?? 0);
      if (first) socket.write(first);
      if (isDeaf) socket.pause();
    });
    socket.on('error', () => socket.destroy());
    if (!isDeaf) socket.resume();
    if (eachSecond) {
      const timer = setInterval(() => socket.writable && socket.write(eachSecond), trickleMs).unref();
      socket.once('close', () => clearInterval(timer));
    }
    group.sockets.push(socket);
  }
  return group;
}

/** A connection counts as open as long as the portal holds it: a client that does not read would not notice. @param {Group[]} groups @param {number} port */
function noteClosed(groups, port) {
  const held = heldBy(port);
  for (const group of groups) {
    for (const own of group.ports) {
      if (held.has(own)) continue;
      group.ports.delete(own);
      group.closedMs.push(performance.now() - group.startedAt);
    }
  }
}

/** The ports of clients whose connection a process on this port has open. @param {number} port @returns {Set<number>} */
function heldBy(port) {
  const rows = ['tcp', 'tcp6'].flatMap((name) => fs.readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  /** @type {Set<number>} */
  const held = new Set();
  for (const row of rows) {
    const [, local = '', remote = '', state, , , , , , inode] = row.trim().split(/\s+/);
    // One that nobody has accepted yet belongs to no process.
    if (portOf(local) === port && (inode !== '0' || state === established)) held.add(portOf(remote));
  }
  return held;
}

/** @param {string} address */
function portOf(address) {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
