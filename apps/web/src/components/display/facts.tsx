import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Terms and their values in two columns. Its children are `dt` and `dd`, or pairs of them in a `div`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
