import { useSyncExternalStore, useEffect, useState } from 'react';

type Listener = (isElsewhere: boolean) => void;

/** A text in localStorage that all tabs can watch. Without storage it lasts as long as the tab. */
export type StoredText = {
  get(): string | null;
  set(value: string | null): void;
  subscribe(listener: Listener): () => void;
};

export function storedText(key: string): StoredText {
  const listeners = new Set<Listener>();
  let value = readStored(key);

  const change = (next: string | null, isElsewhere: boolean) => {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener(isElsewhere);
  };

  // `key` is null when the whole storage was cleared.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) change(readStored(key), true);
  });

  return {
    get: () => value,
    set: (next) => {
      writeStored(key, next);
      change(next, false);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** For what needs no watching. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the value still holds for this tab.
  }
}

export function useStoredText(stored: StoredText): string | null {
  return useSyncExternalStore(stored.subscribe, stored.get);
}

/** Whether the item exists; undefined while that is unknown. */
type Existence = boolean | undefined;

/** Remembers the id of an existing item and forgets the id of a removed one. */
export function useRememberedId(stored: StoredText, id: string | null, exists: Existence): void {
  useEffect(() => {
    if (exists === true) stored.set(id);
    else if (exists === false && stored.get() === id) stored.set(null);
  }, [stored, id, exists]);
}

/** A field's text that is restored on the next visit. Changes in other tabs do not show until then. */
export function useRememberedText(stored: StoredText): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => stored.get() ?? '');
  const remember = (next: string) => {
    setText(next);
    stored.set(next);
  };
  return [text, remember];
}
