import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';

const options = {
  max: 3,
  keyOf: (item: string) => item.slice(0, 1),
  isCommon: (error: unknown) => (error as Error).message.includes('z'),
};

function recording(fail: (items: string[]) => boolean = () => false) {
  const batches: string[][] = [];
  const add = createBatches(async (items: string[]) => {
    batches.push(items);
    await new Promise(setImmediate);
    if (fail(items)) throw new Error(`no ${items.join()}`);
    return items.map((item) => item.toUpperCase());
  }, options);
  return { add, batches };
}

it('runs what arrives at once together, up to the limit, and gives each its own result', async () => {
  const { add, batches } = recording();
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(add))).toEqual(['A', 'B', 'C', 'D']);
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
  expect(await add('e')).toBe('E');
});

it('keeps items with the same key apart, in their order', async () => {
  const { add, batches } = recording();
  await Promise.all(['a1', 'b1', 'a2', 'a3'].map(add));
  expect(batches).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
});

it('fails only those that fail on their own', async () => {
  const { add, batches } = recording((items) => items.includes('b'));
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  await expect(add('b')).rejects.toThrow('no b');
});

it('fails all of a batch for a common reason, without trying each', async () => {
  const { add, batches } = recording((items) => items.includes('z'));
  const outcomes = await Promise.allSettled(['a', 'z'].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toEqual([['a', 'z']]);
});

it('limits a batch by the size of its items; a larger one comes alone', async () => {
  const batches: string[][] = [];
  const run = async (items: string[]) => {
    batches.push(items);
    return items;
  };
  const add = createBatches(run, { ...options, max: 5, sizeOf: (item) => item.length });
  await Promise.all(['aaa', 'bb', 'c', 'dddddddd', 'eeeee'].map(add));
  expect(batches).toEqual([['aaa', 'bb'], ['c'], ['dddddddd'], ['eeeee']]);
});

it('runs as many batches at once as it may', async () => {
  const ends: (() => void)[] = [];
  const run = (items: string[]) => new Promise<string[]>((resolve) => ends.push(() => resolve(items)));
  const add = createBatches(run, { ...options, parallel: 2 });
  const first = add('a');
  await expect.poll(() => ends.length).toBe(1);
  const second = add('b');
  await expect.poll(() => ends.length).toBe(2);
  const others = ['c', 'd'].map(add);
  ends[1]?.();
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await Promise.all([second, ...others])).toEqual(['b', 'c', 'd']);
  ends[0]?.();
  expect(await first).toBe('a');
});
