import { useEffect } from 'react';
import type { StoredText } from './stored-text.ts';

/** Whether there is a thing with that id; undefined as long as nobody knows. */
type Existence = boolean | undefined;

/** Remembers the id of what was found and forgets one that is gone: a dead link replaces nothing. */
export function useRememberedId(stored: StoredText, id: string | null, exists: Existence): void {
  useEffect(() => {
    if (exists === true) stored.set(id);
    else if (exists === false && stored.get() === id) stored.set(null);
  }, [stored, id, exists]);
}
