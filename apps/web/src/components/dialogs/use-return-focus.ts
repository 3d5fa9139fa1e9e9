import { useEffect, useState } from 'react';

/** Returns the focus to the element that had it before, unless something else has taken it. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const current = document.activeElement;
      const isLost = current === null || current === document.body || !current.isConnected;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
