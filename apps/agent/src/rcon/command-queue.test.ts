import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommandSender, createCommandQueue, createRateBudget, type RconPriority } from './command-queue.ts';
import type { ConnectionSupervisor } from './connection-supervisor.ts';

function budget() {
  const clock = { ms: 0 };
  return { clock, budget: createRateBudget({ commandsPerSecond: 2, burst: 4 }, () => clock.ms) };
}

it('allows a burst, then two a second', () => {
  const { clock, budget: rate } = budget();
  const sent: number[] = [];
  while (clock.ms < 60_000) {
    while (rate.waitMs('poll') === 0) {
      rate.spend();
      sent.push(clock.ms);
    }
    clock.ms += rate.waitMs('poll');
  }

  expect(sent.slice(0, 6)).toEqual([0, 0, 0, 0, 500, 1000]);
  expect(sent.length).toBeLessThanOrEqual(4 + 120);
});

it('lets moderation pass over the limit by one burst, and makes the others wait it off', () => {
  const { budget: rate } = budget();
  for (let count = 0; count < 8; count += 1) {
    expect(rate.waitMs('moderation')).toBe(0);
    rate.spend();
  }

  expect(rate.waitMs('moderation')).toBe(500);
  expect(rate.waitMs('chat')).toBe(2500);
});

/** A sender on a fake clock, with the times at which the game receives commands. */
function startSender() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const received: { text: string; atMs: number }[] = [];
  const startedAt = performance.now();
  const exchange = async (bytes: Buffer) => {
    received.push({ text: bytes.toString(), atMs: performance.now() - startedAt });
    await new Promise((resolve) => setTimeout(resolve, 30));
    return Buffer.from('');
  };
  const limits = {
    maxWaiting: { moderation: 100, chat: 200, poll: 20, background: 100 },
    pollWaitMs: 10_000,
    commandsPerSecond: 2,
    burst: 4,
  };
  const queue = createCommandQueue(limits);
  const supervisor = {
    connection: () => ({ exchange, onEnded: () => undefined }),
    commandTimeoutMs: () => 10_000,
    noteReply: () => undefined,
  } as unknown as ConnectionSupervisor;
  const sender = new CommandSender({ supervisor, queue, limits, isAsciiOnly: false });
  onTestFinished(() => sender.stop());
  const add = (text: string, priority: RconPriority) => {
    void queue.add({ text, bytes: Buffer.from(text), priority }).catch(() => undefined);
    sender.pump();
  };
  const mostInOneSecond = () =>
    Math.max(
      ...received.map(({ atMs: from }) => received.filter(({ atMs }) => atMs >= from && atMs < from + 1_000).length),
    );
  const of = (start: string) => received.filter(({ text }) => text.startsWith(start));
  return { add, received, mostInOneSecond, of };
}

describe('background work', () => {
  it('never makes more than two commands a second, from the first one on', async () => {
    const { add, received, mostInOneSecond } = startSender();
    for (let n = 1; n <= 20; n += 1) add(`ban ${n}`, 'background');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(received).toHaveLength(20);
    expect(mostInOneSecond()).toBe(2);
  });

  it('keeps to the common rate together with polls that use all of it, and still gets its share', async () => {
    const { add, received, of } = startSender();
    for (let n = 1; n <= 10; n += 1) add(`ban ${n}`, 'background');
    for (let tenths = 0; tenths < 600; tenths += 1) {
      if (tenths % 4 === 0) add(`poll ${tenths % 40}`, 'poll');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(received.length).toBeLessThanOrEqual(4 + 120);
    expect(of('ban')).toHaveLength(10);
    expect(of('ban').at(-1)?.atMs).toBeLessThan(25_000);
    expect(of('poll').length).toBeGreaterThan(100);
  });

  it.each([0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 2_750])(
    'lets a kick pass at once, whatever waits and was sent before, also after %i ms',
    async (afterMs) => {
      const { add, received } = startSender();
      for (let n = 1; n <= 10; n += 1) add(`ban ${n}`, 'background');
      for (let n = 1; n <= 9; n += 1) add(`chat ${n}`, 'chat');
      await vi.advanceTimersByTimeAsync(afterMs);
      const before = received.length;
      add('kick', 'moderation');
      await vi.advanceTimersByTimeAsync(30);
      expect(received[before]?.text).toBe('kick');
    },
  );

  it('waits until what moderation overdrew is made up for', async () => {
    const { add, of } = startSender();
    add('ban', 'background');
    for (let n = 1; n <= 7; n += 1) add(`kick ${n}`, 'moderation');
    add('later', 'background');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(of('kick').at(-1)?.atMs).toBeLessThan(500);
    expect(of('later')[0]?.atMs).toBeGreaterThan(2_000);
  });
});
