import { useEffect, useState } from 'react';

/** Whole seconds until then, counted down; 0 when it is over or there is no such time. */
export function useSecondsRemaining(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const update = () => {
      setNow(Date.now());
      if (Date.now() >= endsAt) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    update();
    return () => clearInterval(timer);
  }, [endsAt]);
  return endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000));
}
