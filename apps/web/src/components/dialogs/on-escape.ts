import type { KeyboardEvent } from 'react';

/**
 * Ignores Escape from dialogs opened above the element, which are elsewhere in the document, and while composing a
 * character.
 */
export function onEscape(run: () => void): (event: KeyboardEvent) => void {
  return ({ key, target, currentTarget, nativeEvent }) => {
    const isOwn = target instanceof Node && currentTarget.contains(target);
    if (key === 'Escape' && isOwn && !nativeEvent.isComposing) run();
  };
}
