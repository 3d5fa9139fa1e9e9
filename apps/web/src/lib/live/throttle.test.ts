import { expect, it, vi } from 'vitest';
import { later } from '../../testing/later.ts';
import { throttle } from './throttle.ts';

it('runs at once, and once more after the interval if it was called meanwhile', async () => {
  vi.useFakeTimers();
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  const ask = throttle(2000, run);
  ask();
  ask();
  ask();
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1999);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
});

it('waits for a run that takes longer, and goes on after one that fails', async () => {
  vi.useFakeTimers();
  const first = later<void>();
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  run.mockImplementationOnce(() => first.promise).mockImplementationOnce(() => Promise.reject(new Error('offline')));
  const ask = throttle(2000, run);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
});
