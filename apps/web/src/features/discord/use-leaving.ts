import { useEffect, useState } from 'react';

/** The browser is leaving for Discord. Coming back with the browser's back button starts over. */
export function useLeaving(hasAddress: boolean): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => setIsBack(event.persisted);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  return hasAddress && !isBack;
}
