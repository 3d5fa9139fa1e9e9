import { useEffect, useState } from 'react';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { isAtWork, type RunState } from '../run-state.ts';

const words = {
  idle: 'ready',
  confirming: 'waiting for the password',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
} as const;

/** Whether a command runs, and for how long. */
export function TerminalStatus({ state }: { state: RunState }) {
  const word = words[state.phase];
  const isBusy = isAtWork(state);
  return (
    <>
      <span role="status">
        <StatusDot tone={isBusy ? 'busy' : 'quiet'} word={word} />
      </span>
      {'startedAt' in state ? <Elapsed key={state.startedAt} since={state.startedAt} /> : null}
    </>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatLength((now - since) / 1000)}</span>;
}
