import type { ReactNode } from 'react';
import classes from './second-line.module.css';

/** A dimmed line below the text of a cell. A dense table leaves it out. */
export function SecondLine({ children }: { children: ReactNode }) {
  return (
    <span className={classes.line} data-second-line>
      {children}
    </span>
  );
}
