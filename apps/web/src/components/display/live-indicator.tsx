import type { LiveState } from '../../lib/live/live.ts';
import { useLiveState } from '../../lib/live/use-live.ts';
import classes from './live-indicator.module.css';

type Props = {
  state: LiveState;
  /** Shown only while it is not live; screen readers always have it. */
  isQuiet?: boolean;
};

/** A dot and a word for the state of a live stream. */
export function LiveIndicator({ state, isQuiet = false }: Props) {
  return (
    <span className={classes.indicator} data-state={state} data-quiet={isQuiet} role="status">
      <span className={classes.dot} aria-hidden />
      {state}
    </span>
  );
}

/** The state of this tab's own stream. */
export function LiveStatus() {
  return <LiveIndicator state={useLiveState()} isQuiet />;
}
