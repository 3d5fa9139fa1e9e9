import classes from './rows-skeleton.module.css';

type Props = {
  /** As many as are expected. */
  rows?: number;
};

/** Lines of text with a face or an icon before each, while a list is loading. */
export function RowsSkeleton({ rows = 6 }: Props) {
  return (
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <span className={classes.mark} />
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
