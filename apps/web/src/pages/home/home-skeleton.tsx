import { Skeleton } from '@mantine/core';
import panel from './home-panel.module.css';
import { RowSkeletons } from './row-skeletons.tsx';
import classes from './user-home.module.css';

/** The panels of Home while nothing is known. */
export function HomeSkeleton() {
  return (
    <div className={`${classes.columns} ${classes.loading}`} aria-busy>
      <PanelSkeleton rows={10} />
      <PanelSkeleton rows={8} />
      <div className={classes.mine}>
        <PanelSkeleton rows={1} />
        <PanelSkeleton rows={2} />
        <PanelSkeleton rows={1} />
      </div>
    </div>
  );
}

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div className={panel.panel}>
      <div className={panel.head}>
        <Skeleton height={14} width={120} />
      </div>
      <div className={panel.body} data-padded>
        <RowSkeletons count={rows} />
      </div>
    </div>
  );
}
