import type { KeyboardEvent } from 'react';

/** A dialog over an element stands elsewhere in the document, and its Escape is not the element's; nor is that of half a word. */
export function onEscape(run: () => void): (event: KeyboardEvent) => void {
  return ({ key, target, currentTarget, nativeEvent }) => {
    const isOwn = target instanceof Node && currentTarget.contains(target);
    if (key === 'Escape' && isOwn && !nativeEvent.isComposing) run();
  };
}
