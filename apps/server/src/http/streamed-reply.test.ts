import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, expect, it, vi } from 'vitest';
import { stalledClientsPlugin } from '../plugins/stalled-clients.ts';
import { StreamedList } from '../platform/json/streamed-list.ts';
import { sendList } from './streamed-reply.ts';

const slice = Array.from({ length: 1000 }, (_, n) => `${n} ${'x'.repeat(100)}`);
const state = { taken: 0, released: 0 };
let make: () => StreamedList['slices'];

const app = Fastify();
stalledClientsPlugin(app, 400);
app.get('/:totalMs', async (request, reply) => {
  const { totalMs } = request.params as { totalMs: string };
  const list = new StreamedList(make(), () => void (state.released += 1));
  await sendList(request, reply, list, Number(totalMs));
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

const ask = (totalMs = 60_000) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: `/${totalMs}` }, resolve).on('error', reject);
  });

function prepare(slices: () => StreamedList['slices']): void {
  Object.assign(state, { taken: 0, released: 0 });
  make = slices;
}

async function* endless(): AsyncGenerator<string[], undefined> {
  for (;;) {
    state.taken += 1;
    await Promise.resolve();
    yield slice;
  }
}

async function* of(...slices: string[][]): AsyncGenerator<string[], object | undefined> {
  await Promise.resolve();
  yield* slices;
  return slices.length > 1 ? { isCut: true } : undefined;
}

it.each([
  [[], { status: 200, data: [] }],
  [[['a', '"b"']], { status: 200, data: ['a', '"b"'] }],
  [[[], ['a'], [], ['b', 'c'], []], { status: 200, data: ['a', 'b', 'c'], details: { isCut: true } }],
  [[[], []], { status: 200, data: [], details: { isCut: true } }],
])('writes %j as one envelope', async (slices, expected) => {
  prepare(() => of(...slices));
  expect(JSON.parse(await text(await ask()))).toEqual(expected);
  expect(state.released).toBe(1);
});

it('reads no further than its reader takes, and disconnects one that takes nothing', async () => {
  prepare(endless);
  const response = await ask(10 * 60_000);
  response.pause();
  await vi.waitFor(() => expect(state.released).toBe(1));
  // Buffers of the two sockets hold some megabytes; each slice is 100 kB.
  expect(state.taken).toBeLessThan(200);
  await expect(text(response)).rejects.toThrow('aborted');
});

it('disconnects a reader that takes too long in all', async () => {
  prepare(endless);
  const response = await ask(300);
  await expect(text(response)).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(state.released).toBe(1));
});

it('lets the reader see that the list broke off', async () => {
  prepare(async function* () {
    await Promise.resolve();
    yield slice;
    throw new Error('of a test');
  });
  await expect(text(await ask())).rejects.toThrow('aborted');
  expect(state.released).toBe(1);
});
