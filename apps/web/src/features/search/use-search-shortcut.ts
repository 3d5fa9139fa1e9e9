import { useEffect, useEffectEvent } from 'react';
import { hasOwnKeys, isField, isModalOpen } from '../../lib/browser/shortcut-keys.ts';

const isApple = /mac os|iphone|ipad/i.test(navigator.userAgent);

/** Shown in the search field, and read by screen readers. */
export const searchShortcut = isApple ? { keys: '⌘ K', aria: 'Meta+K /' } : { keys: 'Ctrl K', aria: 'Control+K /' };

/** Ctrl+K (⌘K on a Mac) anywhere, and `/` outside of fields. Editors and the terminal have these keys for themselves. */
export function useSearchShortcut(isOpen: boolean, onToggle: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const isCombination = isModK(event);
    if (!isCombination && (!isSlash(event) || isField(event.target))) return;
    if (hasOwnKeys(event.target) || (isOpen ? !isCombination : isModalOpen())) return;
    event.preventDefault();
    onToggle();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

/** On a Mac, Ctrl+K deletes to the end of the line in every field. */
function isModK({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && !altKey && !shiftKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

/** With Shift on many keyboards. */
function isSlash({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === '/' && !ctrlKey && !metaKey && !altKey;
}
