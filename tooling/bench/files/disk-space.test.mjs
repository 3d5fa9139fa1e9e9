import { expect, it } from 'vitest';
import { planSizes } from './disk-space.mjs';

it('takes the usual sizes where they fit', () => {
  expect(planSizes(100_000)).toEqual({ transferMib: 1024, bigMib: 2048, parallelMib: 256, isLess: false });
});

it('sends less where the disk is small, and says so', () => {
  expect(planSizes(4000)).toMatchObject({ transferMib: 512, isLess: true });
  expect(planSizes(1600)).toMatchObject({ transferMib: 16 });
});

it('stops where there is none', () => {
  expect(() => planSizes(1500)).toThrow('needs 1584 MiB of free space; there are 1500.');
});

it('takes a smaller size for a trial, and refuses what is none', () => {
  expect(planSizes(100_000, '64')).toEqual({ transferMib: 64, bigMib: 128, parallelMib: 16, isLess: true });
  expect(() => planSizes(100_000, '8')).toThrow('BENCH_FILES_MIB is "8"');
  expect(() => planSizes(100_000, '1e3')).toThrow('BENCH_FILES_MIB is "1e3"');
});
