import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { firstPage } from '../../lib/browser/first-page.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';

type Props = { parts: readonly ReactNode[] };

const fallbackMs = 100;

/**
 * Renders the parts of the first page one after the other, whenever the browser is idle: all at once would block it. For
 * what is below the first screen.
 */
export function InTurn({ parts }: Props) {
  const [shownCount, setShownCount] = useState(() => (firstPage.isShown() ? 0 : Number.POSITIVE_INFINITY));
  const isComplete = shownCount >= parts.length;
  useEffect(() => {
    if (isComplete) return undefined;
    return whenIdle(() => startTransition(() => setShownCount(shownCount + 1)), fallbackMs);
  }, [isComplete, shownCount]);
  return (
    <>
      {parts.slice(0, shownCount)}
      {isComplete ? null : <div data-loading />}
    </>
  );
}
