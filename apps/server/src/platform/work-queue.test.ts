import { expect, it } from 'vitest';
import { createWorkQueue, QueueFullError } from './work-queue.ts';

it('runs so many at once, keeps so many waiting, refuses the rest at once', async () => {
  const queue = createWorkQueue({ parallel: 2, waiting: 3 });
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
  };
  const runs = Array.from({ length: 7 }, () => queue.run(work).catch((error: unknown) => error));
  await expect(Promise.race([runs[5], runs[6]])).resolves.toBeInstanceOf(QueueFullError);
  while (finish.length > 0) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(runs)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    expect.any(QueueFullError),
    expect.any(QueueFullError),
  ]);
  expect(most).toBe(2);
});

it('goes on after work that failed', async () => {
  const queue = createWorkQueue({ parallel: 1, waiting: 1 });
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

it('never runs more than its limit, whenever the next caller arrives', async () => {
  const queue = createWorkQueue({ parallel: 1, waiting: Number.POSITIVE_INFINITY });
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
    runs.push(queue.run(work));
    await Promise.resolve();
  }
  await Promise.all(runs);
  expect(most).toBe(1);
});

it('keeps the order of arrival', async () => {
  const queue = createWorkQueue({ parallel: 1, waiting: 5 });
  const order: number[] = [];
  await Promise.all([1, 2, 3, 4].map((n) => queue.run(() => Promise.resolve(order.push(n)))));
  expect(order).toEqual([1, 2, 3, 4]);
});
