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
import { fileSource } from '../platform/files/byte-source.ts';
import { sendFile } from './file-reply.ts';

const bytes = 24 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'file-reply-'));
const path = join(folder, 'file');
const logged: string[] = [];
const handles: FileHandle[] = [];

const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
downloadsPlugin(app, { perAddress: 4, total: 4 });
app.get('/:idleMs/:rateMs', async (request, reply) => {
  const { idleMs, rateMs } = request.params as { idleMs: string; rateMs: string };
  const limits = { idleMs: Number(idleMs), minimumRate: { bytes: 1024 * 1024, ms: Number(rateMs) } };
  await sendFile({ request, reply, limits }, async () => {
    const handle = await open(path);
    handles.push(handle);
    return { source: await fileSource(handle, bytes), name: 'file', type: 'application/octet-stream', tag: '"1"' };
  });
  return reply;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => writeFileSync(path, Buffer.alloc(bytes, 'x')));

async function ask(idleMs: number, rateMs = 60_000): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, path: `/${idleMs}/${rateMs}` }), 'response')) as [IncomingMessage];
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
  expect(await count(await ask(400), 5)).toBe(bytes);
  await vi.waitFor(isClosed);
});

it('cuts off a reader that takes nothing', async () => {
  const response = await ask(100);
  await vi.waitFor(isClosed);
  await expect(count(response)).rejects.toThrow('aborted');
  expect(logged).toEqual([]);
});

it('cuts off a reader that only trickles, however often it takes something', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /60000/300 HTTP/1.1\r\nHost: x\r\n\r\n'));
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
  expect(await count(await ask(60_000, 1000), 5)).toBe(bytes);
  await vi.waitFor(isClosed);
});

it('opens nothing without a free slot, and has slots again when downloads end', async () => {
  const held = await Promise.all(Array.from({ length: 4 }, () => ask(60_000)));
  const opened = handles.length;
  expect((await ask(60_000)).statusCode).toBe(429);
  expect(handles).toHaveLength(opened);
  for (const response of held) response.destroy();
  await vi.waitFor(isClosed);
  for (const method of ['HEAD', 'GET', 'HEAD', 'HEAD', 'HEAD', 'HEAD']) {
    const headers = method === 'GET' ? { 'if-none-match': '"1"' } : { range: 'bytes=0-9' };
    expect((await fetch(`http://127.0.0.1:${port}/60000/60000`, { method, headers })).ok).toBe(method === 'HEAD');
  }
});

it('lets the reader see that a file became shorter meanwhile', async () => {
  const response = await ask(60_000);
  truncateSync(path, bytes / 2);
  await expect(count(response)).rejects.toThrow('aborted');
  await vi.waitFor(isClosed);
  expect(logged.join('')).toContain('could not be read to its end');
});

it('serves the next request on the same connection', async () => {
  const first = await fetch(`http://127.0.0.1:${port}/60000/60000`, { headers: { range: 'bytes=0-9' } });
  expect(await first.text()).toBe('xxxxxxxxxx');
  const second = await fetch(`http://127.0.0.1:${port}/60000/60000`, { method: 'HEAD' });
  expect(second.headers.get('content-length')).toBe(String(bytes));
});
