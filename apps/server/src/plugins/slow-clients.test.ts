import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { findProgram } from '../../../../tooling/programs.mjs';
import { createTestApp } from '../testing/test-app.ts';

const limits = { bodyMs: 1_000, lingerMs: 300, stallMs: 600, headersTimeout: 1_500, connectionsCheckingInterval: 100 };
const python = findProgram('python3');
const app = await createTestApp({}, { http: limits });
const long = 'x'.repeat(16 * 1024 * 1024);
app.http.get('/long', () => long);
app.http.get('/short', () => long.slice(0, 2 * 1024 * 1024));
app.http.get('/quiet', (_, reply) => {
  const { raw } = reply.hijack();
  raw.writeHead(200);
  raw.write('begun ');
  setTimeout(() => raw.end('ended'), 3 * limits.stallMs);
});
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

const connections = () =>
  new Promise<number>((resolve) => {
    app.http.server.getConnections((_, count) => resolve(count));
  });

const host = 'Host: 127.0.0.1\r\n';
const json = `POST /api/users/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
const slow: Record<string, { head: string; drip?: string }> = {
  'send nothing': { head: '' },
  'send one header after the other': { head: `GET /api/health HTTP/1.1\r\n${host}`, drip: 'X-a: b\r\n' },
  'send a body byte by byte': { head: json, drip: ' ' },
  'do not read the reply': { head: `GET /long HTTP/1.1\r\n${host}\r\n` },
  'ask for more than fits on the way, and read no reply': { head: `GET /short HTTP/1.1\r\n${host}\r\n`.repeat(30) },
  'send line breaks, and do not read the reply': { head: `GET /long HTTP/1.1\r\n${host}\r\n`, drip: '\r\n' },
  'ask again and again, and read no reply': { head: `GET /long HTTP/1.1\r\n${host}\r\n`.repeat(3) },
};

describe('many clients that', () => {
  it.each(Object.keys(slow))('%s are gone soon, and others are served meanwhile', async (name) => {
    const { head = '', drip } = slow[name] ?? {};
    const count = name.includes('read') ? 3 : 100;
    for (let n = 0; n < count; n += 1) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      open.add(socket);
      socket.on('error', () => {}).pause();
      socket.write(head);
      if (drip === undefined) continue;
      const timer = setInterval(() => socket.write(drip), 50);
      socket.once('close', () => clearInterval(timer));
    }
    await expect.poll(connections).toBe(count);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } })).status).toBe(200);
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  });
});

/**
 * Takes much at once, so that the sender's buffer grows, and then little at a time, through a small buffer of its own; says when so many
 * seconds have passed.
 */
const slowReader = `
import socket, sys, time
client = socket.socket()
client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
client.connect(('127.0.0.1', int(sys.argv[1])))
client.sendall(b'GET /long HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n')
for _ in range(64):
    client.recv(65536, socket.MSG_WAITALL)
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    client.recv(4096)
    time.sleep(0.05)
print('read', flush=True)
sys.stdin.read()`;

it.runIf(python)('a client that takes little at a time is not cut off', async () => {
  const stallMs = 3_000;
  const { http } = await createTestApp({}, { http: { ...limits, stallMs } });
  http.get('/long', () => long);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const closed: Socket[] = [];
  http.server.on('connection', (socket) => socket.once('close', () => closed.push(socket)));
  const { port: own } = http.server.address() as AddressInfo;
  const reader = spawn(python ?? '', ['-c', slowReader, String(own), String((3 * stallMs) / 1000)]);
  onTestFinished(() => void reader.kill());
  // The line may come in two parts.
  expect(String(await once(reader.stdout, 'data')).trimEnd()).toBe('read');
  expect(closed).toEqual([]);
});

it('a reply that has nothing to send for a while goes on', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/quiet`);
  expect(await response.text()).toBe('begun ended');
});

it.each([
  ['30 s', 'clients', {}],
  ['65 s', 'proxies, which reuse them for a minute', { TRUSTED_PROXIES: '127.0.0.1' }],
])('idle connections end after %s for %s', async (seconds, _, settings) => {
  const { http } = await createTestApp(settings);
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${url}/api/health`);
  expect(response.headers.get('keep-alive')).toBe(`timeout=${Number.parseInt(seconds, 10)}`);
});
