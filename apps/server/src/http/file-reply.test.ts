import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { downloadsPlugin } from '../plugins/downloads.ts';
import { stalledClientsPlugin } from '../plugins/stalled-clients.ts';
import { fileSource } from '../platform/files/byte-source.ts';
import { sendFile } from './file-reply.ts';

const bytes = 24 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'file-reply-'));
const path = join(folder, 'file');
const logged: string[] = [];
const handles: FileHandle[] = [];

async function serve(stallMs: number): Promise<number> {
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
  downloadsPlugin(app, { perAddress: 4, total: 4 });
  stalledClientsPlugin(app, stallMs);
  app.get('/:rateMs', async (request, reply) => {
    const { rateMs } = request.params as { rateMs: string };
    const minimumRate = { bytes: 1024 * 1024, ms: Number(rateMs) };
    await sendFile({ request, reply, minimumRate }, async () => {
      const handle = await open(path);
      handles.push(handle);
      return { source: await fileSource(handle, bytes), name: 'file', type: 'application/octet-stream', tag: '"1"' };
    });
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  return (app.server.address() as AddressInfo).port;
}
const [patient, hasty] = [await serve(60_000), await serve(400)];

afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => writeFileSync(path, Buffer.alloc(bytes, 'x')));

async function ask(port: number, rateMs = 60_000): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, path: `/${rateMs}` }), 'response')) as [IncomingMessage];
  return response;
}

async function count(response: IncomingMessage, pauseMs = 0): Promise<number> {
  let count = 0;
  for await (const chunk of response) {
    count += (chunk as Buffer).length;
    if (pauseMs > 0) await pass(pauseMs);
  }
  return count;
}

const isClosed = () => expect(handles.every(({ fd }) => fd === -1)).toBe(true);

it('waits for a slow reader', async () => {
  expect(await count(await ask(hasty), 5)).toBe(bytes);
  await vi.waitFor(isClosed);
});

it('cuts off a reader that takes nothing', async () => {
  const response = await ask(hasty);
  await vi.waitFor(isClosed);
  await expect(count(response)).rejects.toThrow('aborted');
  expect(logged).toEqual([]);
});

it('cuts off a reader that only trickles, however often it takes something', async () => {
  const socket = connect(patient, '127.0.0.1', () => socket.write('GET /300 HTTP/1.1\r\nHost: x\r\n\r\n'));
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).pause();
  // A client that sends is not idle either.
  const trickle = setInterval(() => socket.read(1) && socket.write('\r\n'), 20);
  onTestFinished(() => clearInterval(trickle));
  await vi.waitFor(() => expect(handles.at(-1)?.fd).toBeGreaterThan(0));
  await vi.waitFor(isClosed);
  expect(logged).toEqual([]);
});

it('waits for a reader that is slow, but not that slow', async () => {
  expect(await count(await ask(patient, 1000), 5)).toBe(bytes);
  await vi.waitFor(isClosed);
});

it('opens nothing without a free slot, and has slots again when downloads end', async () => {
  const held = await Promise.all(Array.from({ length: 4 }, () => ask(patient)));
  const opened = handles.length;
  expect((await ask(patient)).statusCode).toBe(429);
  expect(handles).toHaveLength(opened);
  for (const response of held) response.destroy();
  await vi.waitFor(isClosed);
  for (const method of ['HEAD', 'GET', 'HEAD', 'HEAD', 'HEAD', 'HEAD']) {
    const headers = method === 'GET' ? { 'if-none-match': '"1"' } : { range: 'bytes=0-9' };
    expect((await fetch(`http://127.0.0.1:${patient}/60000`, { method, headers })).ok).toBe(method === 'HEAD');
  }
});

it('lets the reader see that a file became shorter meanwhile', async () => {
  const response = await ask(patient);
  truncateSync(path, bytes / 2);
  await expect(count(response)).rejects.toThrow('aborted');
  await vi.waitFor(isClosed);
  expect(logged.join('')).toContain('could not be read to its end');
});

it('serves the next request on the same connection', async () => {
  const first = await fetch(`http://127.0.0.1:${patient}/60000`, { headers: { range: 'bytes=0-9' } });
  expect(await first.text()).toBe('xxxxxxxxxx');
  const second = await fetch(`http://127.0.0.1:${patient}/60000`, { method: 'HEAD' });
  expect(second.headers.get('content-length')).toBe(String(bytes));
});
