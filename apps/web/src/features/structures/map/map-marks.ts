import type { ClusterLevel } from './cluster-level.ts';
import { cellHas, type LevelSource } from './cluster-merge.ts';
import { frameEdge } from './map-frame.ts';
import { pointOf, spotOf, type Point, type Size, type View } from './map-view.ts';
import { findKey, frameWidth, mortonKey } from './morton-order.ts';

/** A cluster of the level or the structure of a row, at a point of the screen. */
export type Mark = { kind: 'cluster' | 'structure'; number: number; x: number; y: number; radius: number };

/** Columns instead of objects, so that a frame with thousands of marks creates no garbage. */
export type Marks = { numbers: number[]; x: number[]; y: number[] };
type VisibleMarks = { clusters: Marks; structures: Marks };

export function noMarks(): VisibleMarks {
  return { clusters: { numbers: [], x: [], y: [] }, structures: { numbers: [], x: [], y: [] } };
}

/** A cluster's centre may lie in a neighbouring cell. */
const cellsAround = 2;

/** Fills `marks` with what is visible, visiting only the cells in view. */
export function collectMarks(
  marks: VisibleMarks,
  level: ClusterLevel,
  source: LevelSource,
  view: View,
  size: Size,
): void {
  clear(marks.clusters);
  clear(marks.structures);
  const { cells, clusters, depth } = level;
  const range = cellRange(view, size, depth);
  for (let gridRow = range.top; gridRow <= range.bottom; gridRow += 1) {
    for (let column = range.left; column <= range.right; column += 1) {
      const key = mortonKey(column, gridRow);
      const cell = findKey(cells.keys, key);
      if (cells.keys[cell] !== key) continue;
      const cluster = cells.clusters[cell] ?? cellHas.nothing;
      if (cluster >= 0) {
        const spot = { u: clusters.u[cluster] ?? 0, v: clusters.v[cluster] ?? 0 };
        add(marks.clusters, cluster, pointOf(view, size, spot));
      } else if (cluster === cellHas.structures) {
        for (let at = cells.starts[cell] ?? 0; at < (cells.starts[cell + 1] ?? 0); at += 1) {
          const row = source.order.rows[at] ?? 0;
          const spot = { u: source.frame.u[row] ?? 0, v: source.frame.v[row] ?? 0 };
          add(marks.structures, row, pointOf(view, size, spot));
        }
      }
    }
  }
}

/** The mark under a point; clusters first, because they are painted on top. */
export function markAt(marks: VisibleMarks, point: Point, radii: MarkRadii): Mark | undefined {
  return (
    nearest(marks.clusters, 'cluster', radii.cluster, point) ??
    nearest(marks.structures, 'structure', radii.structure, point)
  );
}

type MarkRadii = Record<'cluster' | 'structure', (number: number) => number>;

function nearest(
  { numbers, x, y }: Marks,
  kind: Mark['kind'],
  radiusOf: (number: number) => number,
  point: Point,
): Mark | undefined {
  let found: Mark | undefined;
  let best = Infinity;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    const [px, py] = [x[at] ?? 0, y[at] ?? 0];
    const distance = Math.hypot(px - point.x, py - point.y);
    const radius = radiusOf(number);
    if (distance > radius || distance >= best) continue;
    best = distance;
    found = { kind, number, x: px, y: py, radius };
  }
  return found;
}

function cellRange(view: View, size: Size, depth: number) {
  const end = 2 ** depth;
  const cellOf = (coordinate: number) => Math.floor(((coordinate - frameEdge.low) / frameWidth) * end);
  const within = (cell: number) => Math.min(Math.max(cell, 0), end - 1);
  const start = spotOf(view, size, { x: 0, y: 0 });
  const stop = spotOf(view, size, { x: size.width, y: size.height });
  return {
    left: within(cellOf(start.u) - cellsAround),
    right: within(cellOf(stop.u) + cellsAround),
    top: within(cellOf(start.v) - cellsAround),
    bottom: within(cellOf(stop.v) + cellsAround),
  };
}

function clear(marks: Marks): void {
  marks.numbers.length = 0;
  marks.x.length = 0;
  marks.y.length = 0;
}

function add(marks: Marks, number: number, { x, y }: Point): void {
  marks.numbers.push(number);
  marks.x.push(x);
  marks.y.push(y);
}
