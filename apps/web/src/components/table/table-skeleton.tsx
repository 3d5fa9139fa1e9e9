import type { CSSProperties } from 'react';
import classes from './table-skeleton.module.css';

type Props = {
  /** As many as are expected. */
  rows?: number;
  /** Of a row; the rows of a table in the flow of the page are 40 high, those of a grid 44. */
  rowHeight?: number;
  /** The line above the rows. */
  hasTools?: boolean;
};

/** Rows in the shape of a table's, while it is loading. */
export function TableSkeleton({ rows = 8, rowHeight = 44, hasTools = true }: Props) {
  return (
    <div className={classes.skeleton} style={{ '--row-height': `${rowHeight}px` } as CSSProperties} aria-hidden>
      {hasTools ? <div className={classes.above} /> : null}
      <div className={classes.header} />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <span className={classes.bar} />
          <span className={classes.bar} />
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
