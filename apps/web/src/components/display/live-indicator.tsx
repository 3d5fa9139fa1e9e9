import type { LiveState } from '../../lib/live/live.ts';
import classes from './live-indicator.module.css';

/** A dot and a word: whether what is shown changes by itself. */
export function LiveIndicator({ state }: { state: LiveState }) {
  return (
    <span className={classes.indicator} data-state={state} role="status">
      <span className={classes.dot} aria-hidden />
      {state}
    </span>
  );
}
