import type { ArkMap, StructurePoints } from '../structure-set.ts';
import type { LevelSource } from './cluster-merge.ts';
import { frameOf, type MapFrame } from './map-frame.ts';
import { keepRows, keyBits, orderByPlace, type PlaceOrder } from './morton-order.ts';

type Placed = { frame: MapFrame; order: PlaceOrder };

const placed = new WeakMap<StructurePoints, { map: ArkMap | null; placed: Placed }>();

/** Where all structures of a reading stand; worked out once, whatever is filtered. */
function placedOf(points: StructurePoints, map: ArkMap | null): Placed {
  const known = placed.get(points);
  if (known?.map === map) return known.placed;
  const frame = frameOf(points, map);
  const made = { frame, order: orderByPlace(frame) };
  placed.set(points, { map, placed: made });
  return made;
}

const sources = new WeakMap<Uint32Array, LevelSource>();

/** The same rows are the same source, so that nothing is gathered twice. */
export function sourceOf(points: StructurePoints, map: ArkMap | null, rows: Uint32Array): LevelSource {
  const { frame, order } = placedOf(points, map);
  const known = sources.get(rows);
  if (known?.frame === frame) return known;
  const kept = keepRows(order, rows);
  const made = { frame, order: kept, tribes: points.columns.tribe, tribeCount: points.tribes.length };
  sources.set(rows, made);
  return made;
}

/** In how many parts of the map something stands, each some two degrees wide. */
export function countPlaces({ order: { keys } }: LevelSource): number {
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
