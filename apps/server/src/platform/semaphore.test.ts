import { expect, it } from 'vitest';
import { createKeyedSemaphore, createSemaphore, SemaphoreFullError } from './semaphore.ts';

it('runs up to the limit at once, queues up to the limit, refuses the rest at once', async () => {
  const semaphore = createSemaphore({ parallel: 2, waiting: 3 });
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
  };
  const runs = Array.from({ length: 7 }, () => semaphore.run(work).catch((error: unknown) => error));
  await expect(Promise.race([runs[5], runs[6]])).resolves.toBeInstanceOf(SemaphoreFullError);
  while (finish.length > 0) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(runs)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    expect.any(SemaphoreFullError),
    expect.any(SemaphoreFullError),
  ]);
  expect(most).toBe(2);
});

it('releases the slot of work that failed', async () => {
  const semaphore = createSemaphore({ parallel: 1, waiting: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

it('never runs more than its limit, whenever the next caller arrives', async () => {
  const semaphore = createSemaphore({ parallel: 1, waiting: Number.POSITIVE_INFINITY });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const runs: Promise<void>[] = [];
  // One arrival in each microtask: some of them fall between the end of one piece of work and the start of the next.
  for (let arrival = 0; arrival < 200; arrival += 1) {
    runs.push(semaphore.run(work));
    await Promise.resolve();
  }
  await Promise.all(runs);
  expect(most).toBe(1);
});

it('runs in the order of arrival', async () => {
  const semaphore = createSemaphore({ parallel: 1, waiting: 5 });
  const order: number[] = [];
  await Promise.all([1, 2, 3, 4].map((n) => semaphore.run(() => Promise.resolve(order.push(n)))));
  expect(order).toEqual([1, 2, 3, 4]);
});

it('limits the slots of each key and of all keys together', () => {
  const slots = createKeyedSemaphore({ perKey: 2, total: 3 });
  const release = slots.tryAcquire('a');
  slots.tryAcquire('a');
  expect(slots.tryAcquire('a')).toBe('key');
  slots.tryAcquire('b');
  expect(slots.tryAcquire('b')).toBe('total');
  if (typeof release === 'string') throw new Error(release);
  release();
  release();
  expect(slots.tryAcquire('b')).toBeTypeOf('function');
  expect(slots.tryAcquire('c')).toBe('total');
});
