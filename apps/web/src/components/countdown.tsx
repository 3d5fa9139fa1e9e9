import { useEffect, useState } from 'react';

/** How long something still holds, to the second. */
export function Countdown({ endsAt }: { endsAt: number }) {
  const [leftMs, setLeftMs] = useState(() => endsAt - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(endsAt - Date.now()), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  if (leftMs <= 0) return <span role="status">This code is too old. Ask for a new one.</span>;
  const seconds = Math.ceil(leftMs / 1000);
  return (
    <span role="timer">
      The code holds for {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} more.
    </span>
  );
}
