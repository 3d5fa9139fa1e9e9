import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tabMemory } from './tab-memory.ts';

const blocked = () => {
  throw new Error('blocked');
};

beforeEach(() => sessionStorage.clear());

describe('tabMemory', () => {
  it('stores each id once, also across a reload', () => {
    const memory = tabMemory('key');
    memory.add('a');
    memory.add('b');
    memory.add('a');
    expect(tabMemory('key').ids()).toEqual(['b', 'a']);
    memory.remove('b');
    expect(memory.has('b')).toBe(false);
    memory.remove('a');
    expect(sessionStorage.getItem('key')).toBeNull();
  });

  it('does not grow without an end', () => {
    const memory = tabMemory('key');
    for (let id = 0; id < 200; id += 1) memory.add(String(id));
    expect(memory.ids()).toHaveLength(50);
    expect(memory.has('199')).toBe(true);
  });

  it('works without storage', () => {
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    const memory = tabMemory('key');
    memory.add('a');
    expect(memory.has('a')).toBe(true);
  });
});
