import { useEffect, useState } from 'react';
import { formatLength } from '../lib/format.ts';

/** How long it still is until then, to the second. */
export function TimeLeft({ endsAt }: { endsAt: string }) {
  const end = Date.parse(endsAt);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = end - now;
  return <span role="timer">{leftMs <= 0 ? 'Time is up' : `${formatLength(Math.ceil(leftMs / 1000))} left`}</span>;
}
