import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('admits up to its limit, and one waiter for each release, in order', async () => {
  const semaphore = createSemaphore(2);
  const { signal } = new AbortController();
  const inside: string[] = [];
  const acquire = async (name: string) => {
    const release = await semaphore.acquire(signal);
    inside.push(name);
    return release;
  };
  const [leaveA] = await Promise.all([acquire('a'), acquire('b')]);
  const c = acquire('c');
  const d = acquire('d');
  await new Promise((resolve) => setImmediate(resolve));
  expect(inside).toEqual(['a', 'b']);
  leaveA();
  leaveA();
  (await c)();
  await d;
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

it('forgets who no longer waits', async () => {
  const semaphore = createSemaphore(1);
  const release = await semaphore.acquire(new AbortController().signal);
  const stopped = new AbortController();
  const gone = semaphore.acquire(stopped.signal);
  stopped.abort();
  await expect(gone).rejects.toThrow('Cancelled');
  release();
  await semaphore.acquire(new AbortController().signal);
});
