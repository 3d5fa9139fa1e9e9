import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createFlushes } from './upload-flushes.ts';

/** A drive on which the test controls the outcome of every flush. */
function flushesOn(drive: (() => Promise<void>)[]) {
  const reported: number[] = [];
  const part = {
    async flush() {
      await drive.shift()?.();
      return flushes.written;
    },
  };
  const flushes = createFlushes(part, 100, async (safe) => void reported.push(safe));
  return { flushes, reported };
}

it('says only what was written before the flush began', async () => {
  const { flushes, reported } = flushesOn([
    async () => {
      flushes.written = 300;
    },
  ]);
  flushes.written = 200;
  await flushes.run();
  expect([reported, flushes.safe]).toEqual([[200], 200]);
  await flushes.run();
  expect([reported, flushes.safe]).toEqual([[200, 300], 300]);
});

it('does not believe the flush after one that failed', async () => {
  const { flushes, reported } = flushesOn([() => Promise.reject(new Error('EIO'))]);
  flushes.written = 200;
  await expect(flushes.run()).rejects.toThrow('EIO');
  await expect(flushes.run()).rejects.toThrow('EIO');
  expect([reported, flushes.safe]).toEqual([[], 100]);
});

it('flushes again what could not be reported', async () => {
  const reported: number[] = [];
  let isAway = true;
  const flushes = createFlushes({ flush: () => Promise.resolve(10) }, 0, async (safe) => {
    if (isAway) throw new Error('The database is away');
    reported.push(safe);
  });
  flushes.written = 10;
  await expect(flushes.run()).rejects.toThrow('away');
  expect(flushes.safe).toBe(0);
  isAway = false;
  await flushes.run();
  expect([reported, flushes.safe]).toEqual([[10], 10]);
});

it('says nothing where nothing was written since', async () => {
  const { flushes, reported } = flushesOn([]);
  await flushes.run();
  flushes.written = 200;
  await flushes.run();
  await flushes.run();
  expect(reported).toEqual([200]);
});

it('has ended when the last flush has, also where it failed', async () => {
  const drive = new EventEmitter();
  const { flushes } = flushesOn([() => once(drive, 'flushed').then(() => {})]);
  flushes.written = 200;
  const failed = flushes.run().catch(String);
  let hasEnded = false;
  const ended = flushes.ended().then(() => (hasEnded = true));
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  drive.emit('error', new Error('EIO'));
  await ended;
  expect([await failed, flushes.isRunning]).toEqual(['Error: EIO', false]);
});
