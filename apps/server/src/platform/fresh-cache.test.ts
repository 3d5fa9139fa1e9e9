import { describe, expect, it } from 'vitest';
import { createFreshCache } from './fresh-cache.ts';

type Value = { text: string };

function createTestCache(maxEntries = 10) {
  let nowMs = 0;
  const cache = createFreshCache<Value>({ maxEntries, maxAgeMs: 1000 }, () => nowMs);
  const put = (key: string, text: string) => cache.read(key, () => Promise.resolve({ text }));
  return { cache, put, passMs: (ms: number) => void (nowMs += ms) };
}

/** A read that ends when told to. */
function slowRead() {
  const waiting: ((value: Value) => void)[] = [];
  const result = new Promise<Value>((resolve) => void waiting.push(resolve));
  return { load: () => result, finish: (text: string) => waiting.forEach((resolve) => resolve({ text })) };
}

describe('a cache of fresh values', () => {
  it('returns what was read, up to its age', async () => {
    const { cache, put, passMs } = createTestCache();
    await put('a', 'one');
    passMs(999);
    expect(cache.get('a')).toEqual({ text: 'one' });
    passMs(1);
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts the age from the beginning of the read', async () => {
    const { cache, passMs } = createTestCache();
    const read = slowRead();
    const reading = cache.read('a', read.load);
    passMs(1000);
    read.finish('one');
    await reading;
    expect(cache.get('a')).toBeUndefined();
  });

  it('shares a read, but not with a caller who comes much later', async () => {
    const { cache, put, passMs } = createTestCache();
    const read = slowRead();
    const first = cache.read('a', read.load);
    const second = put('a', 'other');
    passMs(1000);
    const third = put('a', 'other');
    read.finish('one');
    expect(await Promise.all([first, second, third])).toEqual([{ text: 'one' }, { text: 'one' }, { text: 'other' }]);
    expect(cache.get('a')).toEqual({ text: 'other' });
  });

  it('does not cache what was being read when it was dropped, and shares it with nobody', async () => {
    const { cache, put } = createTestCache();
    const read = slowRead();
    const before = cache.read('a', read.load);
    cache.drop(() => false);
    const after = put('a', 'new');
    read.finish('old');
    expect(await Promise.all([before, after])).toEqual([{ text: 'old' }, { text: 'new' }]);
    expect(cache.get('a')).toEqual({ text: 'new' });
  });

  it('caches neither failures nor nothing', async () => {
    const { cache, put } = createTestCache();
    await expect(cache.read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await cache.read('a', () => Promise.resolve(undefined));
    expect(cache.get('a')).toBeUndefined();
    await put('a', 'one');
    expect(cache.get('a')).toEqual({ text: 'one' });
  });

  it('reads all values in use again at once, and drops those that are gone', async () => {
    const { cache, put, passMs } = createTestCache();
    for (const key of ['a', 'b', 'unused']) await put(key, 'old');
    cache.get('a');
    cache.get('b');
    passMs(600);
    const asked: string[][] = [];
    await cache.rereadUsed((keys) => {
      asked.push(keys);
      return Promise.resolve(new Map([['a', { text: 'new' }]]));
    });
    expect(asked).toEqual([['a', 'b']]);
    passMs(600);
    expect(cache.get('a')).toEqual({ text: 'new' });
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('unused')).toBeUndefined();
  });

  it('does not bring back what was dropped while it was read again', async () => {
    const { cache, put } = createTestCache();
    await put('a', 'old');
    cache.get('a');
    await cache.rereadUsed(() => {
      cache.drop((_, key) => key === 'a');
      return Promise.resolve(new Map([['a', { text: 'old' }]]));
    });
    expect(cache.get('a')).toBeUndefined();
  });

  it('is bounded: the least recently used goes first', async () => {
    const { cache, put } = createTestCache(2);
    await put('a', 'one');
    await put('b', 'two');
    cache.get('a');
    await put('c', 'three');
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((value) => value?.text)).toEqual([
      'one',
      undefined,
      'three',
    ]);
  });
});
