import { useEffect, useState } from 'react';

/** Counts down the whole seconds until `endsAt`; 0 when it has passed or is undefined. */
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
