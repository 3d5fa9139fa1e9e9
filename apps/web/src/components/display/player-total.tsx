import { formatCount } from '../../lib/text/format-count.ts';
import classes from './player-total.module.css';

/** `14 / 70`, `14` where nobody has entered the maximum, `–` where the count is not known. */
export function PlayerTotal({ count, max }: { count: number | null; max: number | null }) {
  if (count === null) {
    return (
      <span className={classes.dimmed} title="Not known">
        –
      </span>
    );
  }
  return (
    <>
      {formatCount(count)}
      {max === null ? null : <span className={classes.dimmed}> / {formatCount(max)}</span>}
    </>
  );
}
