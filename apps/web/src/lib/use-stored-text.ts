import { useSyncExternalStore } from 'react';
import type { StoredText } from './stored-text.ts';

export function useStoredText(stored: StoredText): string | null {
  return useSyncExternalStore(stored.subscribe, stored.get);
}
