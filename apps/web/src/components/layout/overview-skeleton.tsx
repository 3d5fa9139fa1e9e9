import classes from './overview-skeleton.module.css';

type Props = { tiles: number };

/** A banner and tiles, while the page of a server or cluster is loading. */
export function OverviewSkeleton({ tiles }: Props) {
  return (
    <div className={classes.overview} aria-hidden>
      <div className={classes.banner} />
      <div className={classes.tiles}>
        {Array.from({ length: tiles }, (_, index) => (
          <div key={index} className={classes.tile} />
        ))}
      </div>
      <div className={classes.panel} />
    </div>
  );
}
