import { formatLength } from '../lib/format.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** How long a code still holds, to the second. */
export function Countdown({ endsAt }: { endsAt: number }) {
  const seconds = useSecondsLeft(endsAt);
  if (seconds === 0) return <span role="status">This code has expired. Send a new one.</span>;
  return <span role="timer">The code holds for {formatLength(seconds)} more.</span>;
}
