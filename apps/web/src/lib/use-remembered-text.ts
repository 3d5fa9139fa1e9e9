import { useState } from 'react';
import type { StoredText } from './stored-text.ts';

/** The text of a field, there again the next time. What is typed in another tab stays in that tab until then. */
export function useRememberedText(stored: StoredText): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => stored.get() ?? '');
  const remember = (next: string) => {
    setText(next);
    stored.set(next);
  };
  return [text, remember];
}
