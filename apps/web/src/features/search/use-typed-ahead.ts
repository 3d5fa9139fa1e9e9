import { useEffect, useRef } from 'react';
import { isField } from '../../lib/browser/shortcut-keys.ts';

/**
 * Keeps what is typed after the search was opened and before its field is there, which its code may have to be loaded for.
 * None of these keys is a shortcut. Returns a function that tells what was typed.
 */
export function useTypedAhead(isOpen: boolean): () => string {
  const typed = useRef('');
  useEffect(() => {
    if (!isOpen) return undefined;
    typed.current = '';
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, target } = event;
      if (ctrlKey || metaKey || altKey || isComposing || isField(target) || isInDialog(target)) return;
      if (key.length !== 1 && key !== 'Backspace') return;
      event.stopPropagation();
      const field = document.querySelector<HTMLElement>('[data-search-field]');
      // Then the key goes there by itself.
      if (field !== null) return field.focus();
      event.preventDefault();
      typed.current = key === 'Backspace' ? typed.current.slice(0, -1) : typed.current + key;
    };
    const options = { capture: true };
    document.addEventListener('keydown', handleKey, options);
    return () => document.removeEventListener('keydown', handleKey, options);
  }, [isOpen]);
  return () => typed.current;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
