type Listener = (isElsewhere: boolean) => void;

/** A text in localStorage that this tab and the others can watch. Without storage it lives as long as the tab. */
export type StoredText = {
  get(): string | null;
  set(value: string | null): void;
  subscribe(listener: Listener): () => void;
};

export function storedText(key: string): StoredText {
  const listeners = new Set<Listener>();
  let value = read(key);

  const change = (next: string | null, isElsewhere: boolean) => {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener(isElsewhere);
  };

  // `key` is null when the whole storage was cleared.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) change(read(key), true);
  });

  return {
    get: () => value,
    set: (next) => {
      write(key, next);
      change(next, false);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the value still holds for this tab.
  }
}
