import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { defaultsFor, thisMachine } from './machine.ts';

it('takes less of a machine with one core and 1 GB', () => {
  // As a rented machine of 1 GB reports it.
  expect(defaultsFor({ memoryMb: 957, cores: 1 })).toEqual({
    databasePool: 10,
    terminalMb: 478,
    hashes: 1,
    downloads: 1,
  });
  expect(defaultsFor({ memoryMb: 957, cores: 4 })).toMatchObject({ hashes: 2, downloads: 1 });
});

it('takes of others what it always took', () => {
  const usual = { databasePool: 20, terminalMb: 1_024, hashes: 2, downloads: 2 };
  expect(defaultsFor({ memoryMb: 2_048, cores: 2 })).toEqual(usual);
  expect(defaultsFor({ memoryMb: 64_000, cores: 32 })).toEqual(usual);
});

it('knows this machine', () => {
  const { memoryMb, cores } = thisMachine();
  expect(memoryMb).toBeGreaterThan(100);
  expect(memoryMb).toBeLessThan(100_000_000);
  expect(cores).toBe(availableParallelism());
});
