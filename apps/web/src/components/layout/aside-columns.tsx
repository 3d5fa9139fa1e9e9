import type { ReactNode } from 'react';
import classes from './aside-columns.module.css';

type Props = { children: ReactNode; aside: ReactNode };

/** A main column with a narrow one beside it, or below it on narrow screens. */
export function AsideColumns({ children, aside }: Props) {
  return (
    <div className={classes.columns}>
      {children}
      {aside}
    </div>
  );
}
