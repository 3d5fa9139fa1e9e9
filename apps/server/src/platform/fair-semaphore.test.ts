import { expect, it, onTestFinished, vi } from 'vitest';
import { createFairSemaphore, ShareFullError } from './fair-semaphore.ts';
import { SemaphoreFullError } from './semaphore.ts';

/** Work that ends when the test says so. */
function createWork() {
  const started: string[] = [];
  const open: (() => void)[] = [];
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => open.push(resolve));
    return name;
  };
  const finishOne = async () => {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, work, finishOne, isDone: () => open.length === 0 };
}

it('gives slots to the keys in turn, and no key more than its own', async () => {
  const semaphore = createFairSemaphore({ parallel: 3, waiting: 100, perKey: { parallel: 2, waiting: 10 } });
  const { started, work, finishOne, isDone } = createWork();
  const runs = ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map((key) => semaphore.run(key, work(key)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(started.join('')).toBe('aab');
  await finishOne();
  expect(started.join('')).toBe('aabc');
  while (!isDone()) await finishOne();
  expect(started.toSorted().join('')).toBe('aaaaabbc');
  // Each of the others had its turn before the third of the first.
  expect(started.indexOf('c')).toBeLessThan(4);
  expect(await Promise.all(runs)).toHaveLength(8);
});

it('refuses what exceeds the part of a key, or the queue, and goes on afterwards', async () => {
  const semaphore = createFairSemaphore({ parallel: 1, waiting: 3, perKey: { parallel: 1, waiting: 2 } });
  const { work, finishOne, isDone } = createWork();
  const runs = ['a', 'a', 'a'].map((key) => semaphore.run(key, work(key)));
  await expect(semaphore.run('a', work('a'))).rejects.toBeInstanceOf(ShareFullError);
  runs.push(semaphore.run('b', work('b')));
  const full = await semaphore.run('c', work('c')).catch((error: unknown) => error);
  expect(full).toBeInstanceOf(SemaphoreFullError);
  expect(full).not.toBeInstanceOf(ShareFullError);
  while (!isDone()) await finishOne();
  expect(await Promise.all(runs)).toEqual(['a', 'a', 'a', 'b']);
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
});

it('refuses the oldest that waits of a key for its newest, if wanted', async () => {
  const perKey = { parallel: 1, waiting: 2, refusesOldest: true };
  const semaphore = createFairSemaphore({ parallel: 2, waiting: 3, perKey });
  const { started, work, finishOne, isDone } = createWork();
  const runs = ['1', '2', '3', '4', '5'].map((name) => semaphore.run('a', work(name)).catch((error: unknown) => error));
  runs.push(semaphore.run('b', work('b')));
  await new Promise((resolve) => setImmediate(resolve));
  while (!isDone()) await finishOne();
  const [first, second, third, ...others] = await Promise.all(runs);
  expect([first, ...others]).toEqual(['1', '4', '5', 'b']);
  expect([second, third]).toEqual([expect.any(ShareFullError), expect.any(ShareFullError)]);
  expect(started).toEqual(['1', 'b', '4', '5']);
});

it('never runs more than its limits, whatever comes when', async () => {
  const semaphore = createFairSemaphore({ parallel: 3, waiting: 1_000, perKey: { parallel: 2, waiting: 1_000 } });
  const now: Record<string, number> = {};
  const most = { all: 0, one: 0 };
  const work = (key: string) => async () => {
    now[key] = (now[key] ?? 0) + 1;
    most.one = Math.max(most.one, now[key]);
    most.all = Math.max(
      most.all,
      Object.values(now).reduce((sum, count) => sum + count, 0),
    );
    await Promise.resolve();
    now[key] -= 1;
  };
  const runs: Promise<void>[] = [];
  for (let arrival = 0; arrival < 300; arrival += 1) {
    const key = `k${arrival % 4}`;
    runs.push(semaphore.run(key, work(key)));
    await Promise.resolve();
  }
  await Promise.all(runs);
  expect(most.all).toBeLessThanOrEqual(3);
  expect(most.one).toBeLessThanOrEqual(2);
});

it('refuses what has waited too long, and nothing that has had its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createFairSemaphore({
    parallel: 1,
    waiting: 2,
    waitMs: 1000,
    perKey: { parallel: 1, waiting: 2 },
  });
  const { started, work, finishOne, isDone } = createWork();
  const first = semaphore.run('a', work('a'));
  const second = semaphore.run('b', work('b')).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(999);
  const third = semaphore.run('c', work('c'));
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toBeInstanceOf(SemaphoreFullError);
  await finishOne();
  await vi.advanceTimersByTimeAsync(5000);
  while (!isDone()) await finishOne();
  expect(await Promise.all([first, third])).toEqual(['a', 'c']);
  expect(started).toEqual(['a', 'c']);
});
