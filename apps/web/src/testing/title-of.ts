import { fireEvent } from '@testing-library/react';

/** The tooltip of an element once the pointer is over it. */
export function titleOf(element: HTMLElement): string {
  fireEvent.pointerEnter(element);
  return element.title;
}
