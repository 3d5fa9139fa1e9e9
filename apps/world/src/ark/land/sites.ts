import type { Random } from '../random.ts';
import type { Spot } from './structure.ts';
import { createTerrain } from './terrain.ts';

/** Minimum distance between bases. */
const minDistance = 9_000;
const maxAttempts = 200;
/** Shares of the map between which most maps have ground. */
const [nearEdge, farEdge] = [0.14, 0.86];

/** Finds free spots to build on a map. */
export type Sites = { next: () => Spot };

export function createSites(random: Random, map: string): Sites {
  const terrain = createTerrain(map);
  const along = () => nearEdge + random.next() * (farEdge - nearEdge);
  const anywhere = (): Spot => {
    const { x, y } = terrain.at(along(), along());
    return { x, y, z: Math.round(terrain.heightAt(x, y)), yaw: 0 };
  };
  const taken: Spot[] = [];
  const isFree = ({ x, y }: Spot) =>
    terrain.isLand(x, y) && taken.every((other) => Math.hypot(other.x - x, other.y - y) >= minDistance);
  return {
    next: () => {
      let spot = anywhere();
      for (let attempt = 0; attempt < maxAttempts && !isFree(spot); attempt += 1) spot = anywhere();
      taken.push(spot);
      return spot;
    },
  };
}
