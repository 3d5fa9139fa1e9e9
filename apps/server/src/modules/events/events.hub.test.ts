import { describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../platform/bus/bus.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import { createHub, type Hub, type Reader } from './events.hub.ts';
import { liveSubjectOf, type LiveMessage } from './events.service.ts';

function listen(bus: Bus): Hub {
  const hub = createHub();
  hub.listen(bus);
  return hub;
}

function createReader(waitingBytes = 0) {
  const written: string[] = [];
  const closed: string[] = [];
  const reader: Reader = {
    owner: 's',
    sessionId: 'one',
    channels: new Set(['audit']),
    write: ({ plain }) => void written.push(plain.toString()),
    waitingBytes: () => waitingBytes,
    close: (reason) => void closed.push(reason),
  };
  return { reader, written, closed };
}

const publish = (bus: Bus, message: LiveMessage) => bus.publish(liveSubjectOf(message.channel), message);
const snapshot = (message: object, isLast = false) => ({ json: JSON.stringify(message), isLast });

it('closes a reader that does not read instead of buffering without end', async () => {
  vi.useFakeTimers();
  const bus = createMemoryBus();
  const hub = listen(bus);
  const slow = createReader(2 * 1024 * 1024);
  const quick = createReader();
  await hub.open(slow.reader, 'unknown', () => Promise.resolve([]));
  await hub.open(quick.reader, undefined, () => Promise.resolve([]));
  publish(bus, { channel: 'audit', topic: 'audit', event: 'added', data: {} });
  await vi.advanceTimersByTimeAsync(300);
  expect(slow.closed).toEqual(['too-slow']);
  expect(quick.written).toHaveLength(1);
  hub.close();
  expect(quick.closed).toEqual(['stopping']);
  vi.useRealTimers();
});

it('delivers what is published while the snapshot is being read, after it', async () => {
  vi.useFakeTimers();
  const bus = createMemoryBus();
  const hub = listen(bus);
  const { reader, written } = createReader();
  await hub.open(reader, undefined, async () => {
    publish(bus, { channel: 'audit', topic: 'audit', event: 'added', data: { n: 1 } });
    // Longer than the flush interval.
    await vi.advanceTimersByTimeAsync(600);
    return [snapshot({ event: 'snapshot' })];
  });
  await vi.advanceTimersByTimeAsync(300);
  const text = written.join('');
  expect(text.indexOf('snapshot')).toBeGreaterThan(-1);
  expect(text.indexOf('"n":1')).toBeGreaterThan(text.indexOf('snapshot'));
  hub.close();
  vi.useRealTimers();
});

it('starts a reader over with a snapshot when the missed messages are no longer buffered', async () => {
  const bus = createMemoryBus();
  const hub = listen(bus);
  const publishMany = async (n: number) => {
    for (let i = 0; i < n; i += 1) publish(bus, { channel: 'audit', topic: 'audit', event: 'added', data: { i } });
    await Promise.resolve();
  };
  const first = createReader();
  await hub.open(first.reader, undefined, () => Promise.resolve([snapshot({ event: 'snapshot' })]));
  const [, lastId = ''] = /id: (\S+)/.exec(first.written.join('')) ?? [];
  await publishMany(100);
  const soon = createReader();
  await hub.open(soon.reader, lastId, () => Promise.reject(new Error('no snapshot is needed')));
  await publishMany(5000);
  const late = createReader();
  await hub.open(late.reader, lastId, () => Promise.resolve([snapshot({ event: 'snapshot' })]));
  expect(late.written.join('')).toContain('snapshot');
  hub.close();
});

it('bounds the buffer by size, however long each message is', async () => {
  const bus = createMemoryBus();
  const hub = listen(bus);
  const first = createReader();
  await hub.open(first.reader, undefined, () => Promise.resolve([]));
  const say = (data: string) => publish(bus, { channel: 'audit', topic: 'audit', event: 'added', data });
  const before = await idAfter(first, () => say('start'));
  for (let count = 0; count < 40; count += 1) say('x'.repeat(1024 * 1024));
  const last = await idAfter(first, () => say('end'));
  const opened = async (lastId: string) => {
    let hasSnapshot = false;
    await hub.open(createReader().reader, lastId, () => Promise.resolve(((hasSnapshot = true), [])));
    return hasSnapshot ? 'from a snapshot' : 'from what is held';
  };
  expect(await opened(before)).toBe('from a snapshot');
  expect(await opened(last)).toBe('from what is held');
  hub.close();
});

/** The id of the last message that the reader has been sent. */
async function idAfter({ written }: ReturnType<typeof createReader>, act: () => void): Promise<string> {
  // A comment that keeps the stream alive may come in between.
  const messages = () => written.filter((text) => text.includes('id: '));
  const count = messages().length;
  act();
  await vi.waitUntil(() => messages().length > count);
  const last = messages().at(-1) ?? '';
  return /id: (\S+)\n/.exec(last.slice(last.lastIndexOf('id: ')))?.[1] ?? '';
}

it('closes a reader once the last message of its only channel is written, and leaves the others open', async () => {
  vi.useFakeTimers();
  const bus = createMemoryBus();
  const hub = listen(bus);
  const single = createReader();
  const several = createReader();
  several.reader.channels = new Set(['audit', 'stats']);
  const late = createReader();
  await hub.open(single.reader, undefined, () => Promise.resolve([]));
  await hub.open(several.reader, undefined, () => Promise.resolve([]));
  publish(bus, { channel: 'audit', topic: 'audit', event: 'added', data: 'end', isLast: true });
  await vi.advanceTimersByTimeAsync(300);
  await hub.open(late.reader, undefined, () => Promise.resolve([snapshot({ data: 'end' }, true)]));
  for (const { written, closed } of [single, late]) {
    expect(written.join('')).toContain('end');
    expect(closed).toEqual(['finished']);
  }
  expect(several.closed).toEqual([]);
  hub.close();
  vi.useRealTimers();
});

const added = (n: number) => ({ channel: 'audit', topic: 'audit', event: 'added', data: { n } });
const snapshotOf = (state: () => number) => () =>
  Promise.resolve([snapshot({ topic: 'audit', event: 'snapshot', data: state() })]);
const textOf = ({ written }: ReturnType<typeof createReader>) =>
  [...written.join('').matchAll(/^data: (.+)$/gm)].map(([, json = '']) => {
    const { event, data } = JSON.parse(json) as { event: string; data: unknown };
    return `${event} ${JSON.stringify(data)}`;
  });

describe('after a gap', () => {
  it('sends every reader a new snapshot before later messages, and accepts no old id', async () => {
    const bus = createMemoryBus();
    const hub = listen(bus);
    let state = 1;
    const readers = Array.from({ length: 9 }, () => createReader());
    for (const { reader } of readers)
      await hub.open(
        reader,
        undefined,
        snapshotOf(() => state),
      );
    publish(bus, added(1));
    await vi.waitUntil(() => readers.every((reader) => textOf(reader).length === 2));
    const [, oldId = ''] = /id: (\S+)\n[^]*$/.exec(readers[0]?.written.at(-1) ?? '') ?? [];

    state = 2;
    const resync = hub.resync();
    publish(bus, added(2));
    await resync;
    const expected = ['snapshot 1', 'added {"n":1}', 'snapshot 2', 'added {"n":2}'];
    for (const reader of readers) await vi.waitUntil(() => textOf(reader).length === 4);
    for (const reader of readers) expect(textOf(reader)).toEqual(expected);

    const back = createReader();
    await hub.open(
      back.reader,
      oldId,
      snapshotOf(() => state),
    );
    expect(textOf(back)).toEqual(['snapshot 2']);
    hub.close();
  });

  it('reads the snapshot again for a reader that was just being opened', async () => {
    const hub = listen(createMemoryBus());
    const { reader, ...rest } = createReader();
    let goOn: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let asked = 0;
    const snapshots = async () => {
      asked += 1;
      const message = { topic: 'audit', event: 'snapshot', data: asked };
      await held;
      return [snapshot(message)];
    };
    const opening = hub.open(reader, undefined, snapshots);
    await hub.resync();
    goOn?.();
    await opening;
    expect(textOf({ reader, ...rest })).toEqual(['snapshot 2']);
    hub.close();
  });

  it('closes a reader whose snapshot cannot be read, so that it reconnects', async () => {
    const hub = listen(createMemoryBus());
    const { reader, closed } = createReader();
    let isBroken = false;
    await hub.open(reader, undefined, () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve([])));
    isBroken = true;
    await hub.resync();
    expect(closed).toEqual(['stopping']);
    hub.close();
  });
});

/** A bus that lists its subscriptions; they hold once `connect` is called. */
function createSlowBus() {
  const bus = createMemoryBus();
  const subjects: string[] = [];
  const { promise, resolve: connect } = withResolvers();
  const subscribe: Bus['subscribe'] = (subject, onMessage) => {
    subjects.push(subject);
    const unsubscribe = bus.subscribe(subject, onMessage);
    return () => {
      subjects.splice(subjects.indexOf(subject), 1);
      unsubscribe();
    };
  };
  return { bus: { ...bus, subscribe, subscribed: () => promise }, subjects, connect };
}

function withResolvers() {
  let resolve: (() => void) | undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve?.() };
}

describe('channels', () => {
  it('are subscribed to while they have readers, and a little longer', async () => {
    vi.useFakeTimers();
    const { bus, subjects, connect } = createSlowBus();
    connect();
    const hub = listen(bus);
    const [one, two] = [createReader(), createReader()];
    two.reader.channels = new Set(['audit', 'users.me/a*b']);
    await hub.open(one.reader, undefined, () => Promise.resolve([]));
    await hub.open(two.reader, undefined, () => Promise.resolve([]));
    expect(subjects).toEqual(['live.audit', 'live.users.me.=YSpi']);
    hub.forget(two.reader);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(subjects).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(subjects).toEqual(['live.audit']);
    hub.close();
    expect(subjects).toEqual([]);
    vi.useRealTimers();
  });

  it('that were not subscribed to meanwhile need a new snapshot, although nothing is known to be missed', async () => {
    vi.useFakeTimers();
    const hub = listen(createMemoryBus());
    const first = createReader();
    await hub.open(first.reader, undefined, () => Promise.resolve([snapshot({ event: 'snapshot' })]));
    const [, lastId = ''] = /id: (\S+)/.exec(first.written.join('')) ?? [];
    hub.forget(first.reader);
    const [soon, late] = [createReader(), createReader()];
    await hub.open(soon.reader, lastId, () => Promise.reject(new Error('no snapshot is needed')));
    hub.forget(soon.reader);
    await vi.advanceTimersByTimeAsync(31_000);
    await hub.open(late.reader, lastId, () => Promise.resolve([snapshot({ event: 'snapshot' })]));
    expect(late.written.join('')).toContain('snapshot');
    hub.close();
    vi.useRealTimers();
  });

  it('are read no earlier than the bus delivers them, by later readers too', async () => {
    const { bus, connect } = createSlowBus();
    const hub = listen(bus);
    let state = 1;
    const readers = [createReader(), createReader()];
    const opening = readers.map(({ reader }) =>
      hub.open(
        reader,
        undefined,
        snapshotOf(() => state),
      ),
    );
    await new Promise(setImmediate);
    // Published by another process before the subscription holds.
    state = 2;
    connect();
    await Promise.all(opening);
    for (const reader of readers) expect(textOf(reader)).toEqual(['snapshot 2']);
    hub.close();
  });

  it('of several readers are encoded once, and one that joins gets nothing from before', async () => {
    const bus = createMemoryBus();
    const hub = listen(bus);
    const chunks: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { reader } = createReader();
      const write: Reader['write'] = (chunk) => void (chunk.plain.includes('added') && chunks.push(chunk));
      await hub.open({ ...reader, write }, undefined, () => Promise.resolve([]));
    }
    publish(bus, added(1));
    await Promise.resolve();
    const late = createReader();
    await hub.open(late.reader, undefined, () => Promise.resolve([]));
    publish(bus, added(2));
    await vi.waitUntil(() => chunks.length === 3 && textOf(late).length > 0);
    expect(new Set(chunks).size).toBe(1);
    expect(textOf(late)).toEqual(['added {"n":2}']);
    hub.close();
  });
});
