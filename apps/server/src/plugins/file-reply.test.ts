import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { sendFile } from './file-reply.ts';

const bytes = 24 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'file-reply-'));
const path = join(folder, 'file');
const logged: string[] = [];
const handles: FileHandle[] = [];

const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
app.get('/:timeoutMs', async (request, reply) => {
  const handle = await open(path);
  handles.push(handle);
  const { timeoutMs } = request.params as { timeoutMs: string };
  const file = { handle, bytes, name: 'file', type: 'application/octet-stream', tag: '"1"' };
  await sendFile(request, reply, file, Number(timeoutMs));
  return reply;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => writeFileSync(path, Buffer.alloc(bytes, 'x')));

async function ask(timeoutMs: number): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, path: `/${timeoutMs}` }), 'response')) as [IncomingMessage];
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
  await vi.waitFor(isClosed, { timeout: 5000 });
  await expect(count(response)).rejects.toThrow('aborted');
  expect(logged).toEqual([]);
});

it('lets the reader see that a file became shorter meanwhile', async () => {
  const response = await ask(60_000);
  truncateSync(path, bytes / 2);
  await expect(count(response)).rejects.toThrow('aborted');
  await vi.waitFor(isClosed);
  expect(logged.join('')).toContain('could not be read to its end');
});

it('serves the next request on the same connection', async () => {
  const first = await fetch(`http://127.0.0.1:${port}/60000`, { headers: { range: 'bytes=0-9' } });
  expect(await first.text()).toBe('xxxxxxxxxx');
  const second = await fetch(`http://127.0.0.1:${port}/60000`, { method: 'HEAD' });
  expect(second.headers.get('content-length')).toBe(String(bytes));
});
