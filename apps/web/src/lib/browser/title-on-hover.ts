import type { PointerEvent } from 'react';

/**
 * Props of an element whose tooltip is made when the pointer comes: what formats dates takes a phone a tenth of a second to
 * load, and a list may have hundreds of them.
 */
export function titleOnHover(text: () => string) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      currentTarget.title = text();
    },
  };
}
