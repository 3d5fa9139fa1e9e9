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
