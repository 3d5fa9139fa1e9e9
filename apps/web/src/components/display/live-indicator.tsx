import type { LiveState } from '../../lib/live/live.ts';
import { useLiveState } from '../../lib/live/use-live.ts';
import classes from './live-indicator.module.css';

/** A dot and a word for the state of a live stream. */
export function LiveIndicator({ state }: { state: LiveState }) {
  return (
    <span className={classes.indicator} data-state={state} role="status">
      <span className={classes.dot} aria-hidden />
      {state}
    </span>
  );
}

/** The state of this tab's own stream. */
export function LiveStatus() {
  return <LiveIndicator state={useLiveState()} />;
}
