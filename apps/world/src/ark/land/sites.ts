import { findMap } from '@tribehall/ark/maps/maps';
import type { Random } from '../random.ts';
import type { Spot } from './structure.ts';

/** Minimum distance between bases. */
const minDistance = 9_000;
const maxAttempts = 200;
/** Map coordinates between which most maps have ground. */
const [nearEdge, farEdge] = [14, 86];

const unknownMap = { latitude: { shift: 50, scale: 8_000 }, longitude: { shift: 50, scale: 8_000 } };

/** Finds free spots to build on a map. */
export type Sites = { next: () => Spot };

export function createSites(random: Random, map: string): Sites {
  const { latitude, longitude } = findMap(map) ?? unknownMap;
  const along = ({ shift, scale }: { shift: number; scale: number }) =>
    Math.round((nearEdge + random.next() * (farEdge - nearEdge) - shift) * scale);
  const anywhere = (): Spot => ({ x: along(longitude), y: along(latitude), z: random.int(-13_000, 6_000), yaw: 0 });
  const taken: Spot[] = [];
  const isFree = ({ x, y }: Spot) => taken.every((other) => Math.hypot(other.x - x, other.y - y) >= minDistance);
  return {
    next: () => {
      let spot = anywhere();
      for (let attempt = 0; attempt < maxAttempts && !isFree(spot); attempt += 1) spot = anywhere();
      taken.push(spot);
      return spot;
    },
  };
}
