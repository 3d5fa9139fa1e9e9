import { describe, expect, it, vi } from 'vitest';
import { storedText } from './stored-text.ts';

describe('storedText', () => {
  it('writes to the storage and notifies its subscribers', () => {
    const stored = storedText('test.own');
    const listener = vi.fn<(isElsewhere: boolean) => void>();
    stored.subscribe(listener);
    stored.set('a');
    expect(localStorage.getItem('test.own')).toBe('a');
    stored.set('a');
    expect(listener).toHaveBeenCalledExactlyOnceWith(false);
    stored.set(null);
    expect(localStorage.getItem('test.own')).toBeNull();
  });

  it('follows another tab', () => {
    const stored = storedText('test.other');
    const listener = vi.fn<(isElsewhere: boolean) => void>();
    stored.subscribe(listener);
    localStorage.setItem('test.other', 'b');
    window.dispatchEvent(new StorageEvent('storage', { key: 'test.other', newValue: 'b' }));
    expect(stored.get()).toBe('b');
    expect(listener).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('lives on when the storage is full', () => {
    const stored = storedText('test.full');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    stored.set('c');
    expect(stored.get()).toBe('c');
  });
});
