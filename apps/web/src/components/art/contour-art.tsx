import { useDeferredValue } from 'react';
import { contourPaths, type ContourSize } from './contours.ts';
import classes from './contour-art.module.css';

const sizes = {
  hero: { columns: 150, rows: 54 },
  banner: { columns: 110, rows: 22 },
  card: { columns: 44, rows: 20 },
} as const satisfies Record<string, ContourSize>;

type Props = {
  /** The same seed always draws the same lines: the name of a server, of a cluster, of the community. */
  seed: string;
  size: keyof typeof sizes;
  /** For what is not in use. */
  isMuted?: boolean;
};

/** Contour lines behind the content of a positioned parent. Decoration: nothing to read, nothing moves. */
export function ContourArt({ seed, size, isMuted = false }: Props) {
  const { columns, rows } = sizes[size];
  // What there is to read comes first: the lines are drawn when nothing else is to be done.
  const isDue = useDeferredValue(true, false);
  const paths = isDue ? contourPaths(seed, sizes[size]) : [];
  return (
    <svg
      className={classes.art}
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="xMidYMid slice"
      data-size={size}
      data-muted={isMuted || undefined}
      aria-hidden
    >
      {paths.map((path, level) => (
        // Each height is drawn once, always in the same place of the list.
        <path key={level} d={path} data-bold={level % 4 === 0 || undefined} />
      ))}
    </svg>
  );
}
