import { useDeferredValue, useState, type ReactNode } from 'react';
import { firstPage } from '../../lib/browser/first-page.ts';

type Props = { children: ReactNode };

/**
 * Renders the content of the first page as a transition: what is around it comes first, and the main thread is free in
 * between.
 */
export function Deferred({ children }: Props) {
  const [isFirst] = useState(firstPage.isShown);
  const isDue = useDeferredValue(true, !isFirst);
  return isDue ? children : <div data-loading />;
}
