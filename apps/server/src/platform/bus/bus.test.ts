import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, startNats } from '../../testing/test-servers.ts';
import { BusTimeoutError, NoResponderError, ResponderError, type Bus } from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';
import { connectNatsBus } from './nats-bus.ts';

const log = pino({ level: 'silent' });

/** Two ends of one bus: the same object in memory, two connections on NATS. */
type Ends = { here: Bus; there: Bus; close: () => Promise<void> };

const kinds: [name: string, isThere: boolean, open: () => Promise<Ends>][] = [
  ['memory', true, openMemory],
  ['NATS', installed.nats, openNats],
];

describe.each(kinds.filter(([, isThere]) => isThere))('the bus on %s', (_, __, open) => {
  let ends: Ends;
  beforeAll(async () => {
    ends = await open();
  });
  afterAll(() => ends.close());

  it('delivers to every subscriber, in order, as JSON', async () => {
    const seen: unknown[] = [];
    const alsoSeen: string[] = [];
    const stop = ends.there.subscribe('a.>', (data) => seen.push(data));
    ends.here.subscribe('a.b', (_, subject) => alsoSeen.push(subject));
    await subscribed(ends);
    for (let n = 0; n < 50; n += 1) ends.here.publish('a.b', { n, at: new Date(0), gone: undefined });
    await expect.poll(() => seen).toHaveLength(50);
    expect(seen[7]).toEqual({ n: 7, at: '1970-01-01T00:00:00.000Z' });
    await expect.poll(() => alsoSeen).toHaveLength(50);
    stop();
    await subscribed(ends);
    ends.here.publish('a.b', 'late');
    await expect.poll(() => alsoSeen).toHaveLength(51);
    expect(seen).toHaveLength(50);
  });

  it('does not deliver what was published under another subject', async () => {
    const seen: unknown[] = [];
    ends.there.subscribe('x.y', (data) => seen.push(data));
    await subscribed(ends);
    ends.here.publish('x.yz', 1);
    ends.here.publish('x', 2);
    ends.here.publish('x.y', 3);
    await expect.poll(() => seen).toEqual([3]);
  });

  it('delivers everything that is published after a subscription holds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const seen: unknown[] = [];
      ends.there.subscribe(`held.${round}`, (data) => seen.push(data));
      await ends.there.subscribed();
      ends.here.publish(`held.${round}`, round);
      await expect.poll(() => seen).toEqual([round]);
    }
  });

  it('carries a request and its response', async () => {
    ends.there.respond('add', (data) => Promise.resolve((data as number[]).reduce((sum, n) => sum + n, 0)));
    await subscribed(ends);
    await expect(ends.here.request('add', [1, 2, 3], 1000)).resolves.toBe(6);
  });

  it('fails at once without a responder', async () => {
    await expect(ends.here.request('nobody', {}, 5000)).rejects.toBeInstanceOf(NoResponderError);
  });

  it('fails if a response takes too long', async () => {
    ends.there.respond('silent', () => new Promise(() => {}));
    await subscribed(ends);
    await expect(ends.here.request('silent', {}, 50)).rejects.toBeInstanceOf(BusTimeoutError);
  });

  it('answers a request that was on its way when its responder left', async () => {
    const stop = ends.there.respond('leaving', () => Promise.resolve('still here'));
    await subscribed(ends);
    const reply = ends.here.request('leaving', {}, 1000);
    await new Promise(setImmediate);
    // The server hands the request on meanwhile, unread on this side.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    stop();
    await expect(reply).resolves.toBe('still here');
    await expect(ends.here.request('leaving', {}, 5000)).rejects.toBeInstanceOf(NoResponderError);
  });

  it('asks a responder of its own side as it asks another', async () => {
    ends.here.respond('own', (data) => Promise.resolve({ data, at: new Date(0) }));
    ends.here.respond('own.silent', () => new Promise(() => {}));
    await expect(ends.here.request('own', { n: 1 }, 1000)).resolves.toEqual({
      data: { n: 1 },
      at: '1970-01-01T00:00:00.000Z',
    });
    await expect(ends.here.request('own.silent', {}, 50)).rejects.toBeInstanceOf(BusTimeoutError);
  });

  it('hands on that the other side failed', async () => {
    ends.there.respond('broken', () => Promise.reject(new Error('out of order')));
    await subscribed(ends);
    const failure = await ends.here.request('broken', {}, 1000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ResponderError);
    expect((failure as Error).message).toBe('out of order');
  });
});

/** A subscription on another connection holds once a later request on the same connection has its response. */
let probes = 0;
async function subscribed({ here, there }: Ends): Promise<void> {
  probes += 1;
  const subject = `subscribed-${probes}`;
  const stop = there.respond(subject, () => Promise.resolve('yes'));
  await expect.poll(() => here.request(subject, {}, 500).catch(() => 'no')).toBe('yes');
  stop();
}

async function openMemory(): Promise<Ends> {
  const bus = createMemoryBus();
  return { here: bus, there: bus, close: () => bus.close() };
}

async function openNats(): Promise<Ends> {
  const server = await startNats();
  const [here, there] = await Promise.all([connectNatsBus(server, log), connectNatsBus(server, log)]);
  const close = async () => {
    await Promise.all([here.close(), there.close()]);
    await server.stop();
  };
  return { here, there, close };
}
