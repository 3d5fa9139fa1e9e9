import type { ArkMap, StructurePoints } from '../structure-set.ts';
import type { LevelSource } from './cluster-merge.ts';
import { frameOf, type MapFrame } from './map-frame.ts';
import { filterOrder, keyBits, sortByMortonKey, type MortonOrder } from './morton-order.ts';

type Positions = { frame: MapFrame; order: MortonOrder };

const positionCache = new WeakMap<StructurePoints, { map: ArkMap | null; positions: Positions }>();

/** Memoized: the positions of all structures do not depend on the filters. */
function positionsOf(points: StructurePoints, map: ArkMap | null): Positions {
  const cached = positionCache.get(points);
  if (cached?.map === map) return cached.positions;
  const frame = frameOf(points, map);
  const positions = { frame, order: sortByMortonKey(frame) };
  positionCache.set(points, { map, positions });
  return positions;
}

const sourceCache = new WeakMap<Uint32Array, LevelSource>();

/** Memoized by rows, so that the same rows are not clustered twice. */
export function sourceOf(points: StructurePoints, map: ArkMap | null, rows: Uint32Array): LevelSource {
  const { frame, order } = positionsOf(points, map);
  const cached = sourceCache.get(rows);
  if (cached?.frame === frame) return cached;
  const source = {
    frame,
    order: filterOrder(order, rows),
    tribes: points.columns.tribe,
    tribeCount: points.tribes.length,
  };
  sourceCache.set(rows, source);
  return source;
}

/** How many areas of the map, each about two degrees wide, have structures. */
export function countAreas({ order: { keys } }: LevelSource): number {
  const shift = 2 * (keyBits - 6);
  let count = 0;
  let last = -1;
  for (let at = 0; at < keys.length; at += 1) {
    const cell = (keys[at] ?? 0) >>> shift;
    if (cell !== last) count += 1;
    last = cell;
  }
  return count;
}
