import type { ArkMap, StructurePoints } from '../structure-set.ts';

/** Normalized map coordinates: 0 to 1 from west to east and from north to south. */
export type Spot = { u: number; v: number };

/** The normalized coordinates of each row. */
export type MapFrame = { u: Float32Array; v: Float32Array };

/** Coordinates are clamped to this; invalid ones end up at the edge. */
export const frameEdge = { low: -0.25, high: 1.25 } as const;
/** Half the width of the largest world the game engine supports. */
const maxCoordinate = 1_100_000;
const padding = 1.12;

type Axis = { factor: number; offset: number };
/** Normalized coordinates are `coordinate * factor + offset`. */
export type MapAxes = { u: Axis; v: Axis };

export function degreesOf(map: ArkMap, x: number, y: number): { latitude: number; longitude: number } {
  return {
    latitude: y / map.latitude.scale + map.latitude.shift,
    longitude: x / map.longitude.scale + map.longitude.shift,
  };
}

export function frameOf(points: StructurePoints, map: ArkMap | null): MapFrame {
  const { u, v } = axesOf(points, map);
  return { u: projected(points.columns.x, u), v: projected(points.columns.y, v) };
}

/** Uses the map's axes; on an unknown map, the extent of its structures. */
export function axesOf({ columns }: StructurePoints, map: ArkMap | null): MapAxes {
  if (map !== null) return { u: degreeAxis(map.longitude), v: degreeAxis(map.latitude) };
  const [x, y] = [extentOf(columns.x), extentOf(columns.y)];
  const width = Math.max(x.width, y.width, 1) * padding;
  return { u: plainAxis(x.middle, width), v: plainAxis(y.middle, width) };
}

function degreeAxis({ scale, shift }: ArkMap['latitude']): Axis {
  return { factor: 1 / (scale * 100), offset: shift / 100 };
}

function plainAxis(middle: number, width: number): Axis {
  return { factor: 1 / width, offset: 0.5 - middle / width };
}

function projected(column: Float32Array, { factor, offset }: Axis): Float32Array {
  const coordinates = new Float32Array(column.length);
  for (let row = 0; row < column.length; row += 1) {
    const coordinate = (column[row] ?? 0) * factor + offset;
    // The comparison is false for NaN, which is clamped too.
    coordinates[row] = coordinate > frameEdge.low ? Math.min(coordinate, frameEdge.high) : frameEdge.low;
  }
  return coordinates;
}

function extentOf(column: Float32Array): { middle: number; width: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of column) {
    if (!(Math.abs(value) <= maxCoordinate)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? { middle: 0, width: 0 } : { middle: (low + high) / 2, width: high - low };
}

export type Bounds = { west: number; north: number; east: number; south: number };

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
