import tileClasses from '../display/tiles.module.css';
import classes from './overview-skeleton.module.css';

type Props = { tiles: number };

/** Tiles and a panel, while the page of a server or cluster is loading. */
export function OverviewSkeleton({ tiles }: Props) {
  return (
    <div className={classes.overview} aria-hidden>
      <div className={tileClasses.tiles}>
        {Array.from({ length: tiles }, (_, index) => (
          <div key={index} className={tileClasses.tile} />
        ))}
      </div>
      <div className={classes.panel} />
    </div>
  );
}
