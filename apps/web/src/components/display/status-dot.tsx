import type { Tone } from '../../lib/servers/server-states.ts';
import classes from './status-dot.module.css';

/** A dot and a word, so that nothing depends on colour alone. */
export function StatusDot({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {word}
    </span>
  );
}
