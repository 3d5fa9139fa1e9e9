import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { repeat } from './repeat.ts';

/** A job with one run that fails when told to, and what it has logged. */
function start() {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const job = new EventEmitter();
  const run = once(job, 'done').then(() => {});
  const stop = repeat(log, { everyMs: 60_000, failure: 'It failed' }, () => run);
  return { lines, fail: (error: Error) => job.emit('error', error), run, stop };
}

it('logs a run that fails', async () => {
  const { lines, fail, stop } = start();
  fail(new Error('No database'));
  await vi.waitUntil(() => lines.length > 0);
  expect(lines).toMatchObject([{ level: 40, msg: 'It failed' }]);
  stop();
});

it('logs nothing of a run that is stopped midway', async () => {
  const { lines, fail, run, stop } = start();
  stop();
  fail(new Error('Cannot use a pool after calling end'));
  await run.catch(() => undefined);
  await new Promise(setImmediate);
  expect(lines).toEqual([]);
});

it('begins at once, and rare work when a start is over', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const count = { often: 0, rare: 0, delayed: 0 };
  const add = (name: keyof typeof count) => async () => void (count[name] += 1);
  const hour = 60 * 60 * 1000;
  const stops = [
    repeat(log, { everyMs: 60_000, failure: 'It failed' }, add('often')),
    repeat(log, { everyMs: hour, failure: 'It failed' }, add('rare')),
    repeat(log, { everyMs: hour, failure: 'It failed', isDelayed: true }, add('delayed')),
  ];
  expect(count).toEqual({ often: 1, rare: 0, delayed: 0 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count).toEqual({ often: 1, rare: 1, delayed: 0 });
  await vi.advanceTimersByTimeAsync(hour);
  expect(count).toEqual({ often: 61, rare: 2, delayed: 1 });
  for (const stop of stops) stop();
});
