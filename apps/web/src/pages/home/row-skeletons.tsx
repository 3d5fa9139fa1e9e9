import { Skeleton } from '@mantine/core';
import classes from './home-rows.module.css';

/** Rows with a face and two lines, while they are loaded. */
export function RowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={classes.skeleton}>
      <Skeleton height={28} width={28} radius={8} />
      <div>
        <Skeleton height={12} width="45%" mb={6} />
        <Skeleton height={10} width="70%" />
      </div>
    </div>
  ));
}
