import type { ReactNode } from 'react';
import classes from './aside-columns.module.css';

type Props = { children: ReactNode; aside: ReactNode };

/** The main part, and a narrow part beside it; below it where the screen is narrow. */
export function AsideColumns({ children, aside }: Props) {
  return (
    <div className={classes.columns}>
      {children}
      {aside}
    </div>
  );
}
