import { describe, expect, it } from 'vitest';
import { createCache } from './cache.ts';

const at = (ms: number) => new Date(1_000_000 + ms);
const value = (text: string) => () => Promise.resolve({ text });

describe('a cache bounded by size', () => {
  it('shares concurrent builds, and evicts the least recently used', async () => {
    const cache = createCache<Buffer>({ maxSize: 250, sizeOf: ({ length }) => length });
    let builds = 0;
    const get = (key: string, bytes = 100) =>
      cache.get(key, () => {
        builds += 1;
        return Promise.resolve(Buffer.alloc(bytes));
      });
    await Promise.all([get('a'), get('a')]);
    await get('b');
    await get('a');
    expect(builds).toBe(2);
    await get('c');
    await get('a');
    expect(builds).toBe(3);
    await get('b');
    expect(builds).toBe(4);
    await get('big', 300);
    await get('big', 300);
    expect(builds).toBe(6);
  });

  it('does not cache a failure', async () => {
    const cache = createCache<Buffer>({ maxSize: 100, sizeOf: ({ length }) => length });
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('a', () => Promise.resolve(Buffer.from('yes')))).toEqual(Buffer.from('yes'));
  });

  it('accepts a value without any size', async () => {
    const cache = createCache<Buffer>({ maxSize: 100, sizeOf: ({ length }) => length });
    expect(await cache.get('a', () => Promise.resolve(Buffer.alloc(0)))).toHaveLength(0);
  });
});

describe('a cache bounded by age and entries', () => {
  it('builds again what has expired', async () => {
    const cache = createCache<{ text: string }>({ ttlMs: 1_000, maxEntries: 10 });
    await cache.get('a', value('old'), at(0));
    expect(await cache.get('a', value('new'), at(999))).toEqual({ text: 'old' });
    expect(cache.peek('a', at(999))).toEqual({ text: 'old' });
    expect(cache.peek('a', at(1_001))).toBeUndefined();
    expect(await cache.get('a', value('new'), at(1_001))).toEqual({ text: 'new' });
  });

  it('returns a build that was evicted before it ended', async () => {
    const cache = createCache<{ text: string }>({ ttlMs: 1_000, maxEntries: 1 });
    const first = cache.get('a', value('a'), at(0));
    const second = cache.get('b', value('b'), at(0));
    expect(await Promise.all([first, second])).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(cache.peek('a', at(0))).toBeUndefined();
    expect(cache.peek('b', at(0))).toEqual({ text: 'b' });
  });

  it('never waits for a build when it peeks', async () => {
    const cache = createCache<{ text: string }>({ ttlMs: 1_000, maxEntries: 10 });
    const building = cache.get('a', value('a'), at(0));
    expect(cache.peek('a', at(0))).toBeUndefined();
    cache.set('b', { text: 'b' }, at(0));
    expect(cache.peek('b', at(0))).toEqual({ text: 'b' });
    await building;
  });
});
