import { useEffect, useEffectEvent, useRef } from 'react';
import { isPlainKey } from '../../lib/browser/shortcut-keys.ts';

type Handlers = {
  /** `?` */
  onHelp: () => void;
  /** `s` */
  onServers: () => void;
  /** `g` and a letter. */
  onPage: (key: string) => void;
};

/** How long `g` waits for the letter after it. */
const waitMs = 1500;

/** The shortcuts of all pages, besides those of the search. */
export function useShortcuts({ onHelp, onServers, onPage }: Handlers): void {
  const goPressedAt = useRef<number>(undefined);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // The Shift of `?` is a key of its own.
    if (event.key === 'Shift') return;
    const isGoing = goPressedAt.current !== undefined && event.timeStamp - goPressedAt.current <= waitMs;
    goPressedAt.current = undefined;
    if (!isPlainKey(event)) return;
    if (isGoing) {
      event.preventDefault();
      onPage(event.key.toLowerCase());
    } else if (event.key === 'g') goPressedAt.current = event.timeStamp;
    else if (event.key === '?') {
      event.preventDefault();
      onHelp();
    } else if (event.key === 's') {
      event.preventDefault();
      onServers();
    }
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
