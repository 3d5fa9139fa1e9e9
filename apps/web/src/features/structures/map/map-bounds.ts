import type { MapFrame, Spot } from './map-frame.ts';
import type { Bounds } from './map-view.ts';

export function boundsOf({ u, v }: MapFrame, rows: Iterable<number>): Bounds | undefined {
  const bounds = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (const row of rows) {
    const [x, y] = [u[row] ?? 0, v[row] ?? 0];
    if (x < bounds.west) bounds.west = x;
    if (x > bounds.east) bounds.east = x;
    if (y < bounds.north) bounds.north = y;
    if (y > bounds.south) bounds.south = y;
  }
  return bounds.west > bounds.east ? undefined : bounds;
}

export function nearestRow({ u, v }: MapFrame, rows: Iterable<number>, spot: Spot): number | undefined {
  let best = Infinity;
  let nearest: number | undefined;
  for (const row of rows) {
    const distance = Math.hypot((u[row] ?? 0) - spot.u, (v[row] ?? 0) - spot.v);
    if (distance >= best) continue;
    best = distance;
    nearest = row;
  }
  return nearest;
}
