import { findMap } from '@tribehall/ark/maps/maps';
import { createRandom } from '../random.ts';

/** Invented ground for a map, the same every time: what stands on it stands at its height. */
export type Terrain = {
  /** A spot by its share of the map, from 0 to 1, west to east and north to south. */
  at: (east: number, south: number) => { x: number; y: number };
  heightAt: (x: number, y: number) => number;
  isLand: (x: number, y: number) => boolean;
  seaLevel: number;
};

const unknownMap = { latitude: { shift: 50, scale: 8_000 }, longitude: { shift: 50, scale: 8_000 } };
const seaLevel = -13_000;
/** From the sea bed to the highest mountain, in the engine's units. */
const [depth, mountain] = [4_000, 17_000];
/** Where the land ends, as a share of the map from its middle. */
const shore = 0.43;
const beach = 200;

type Wave = { east: number; south: number; shift: number; weight: number };

/** An island with bays and hills. */
export function createTerrain(map: string): Terrain {
  const { latitude, longitude } = findMap(map) ?? unknownMap;
  const random = createRandom(`${map} terrain`);
  const waves = (count: number, from: number, to: number, weight: number): Wave[] =>
    Array.from({ length: count }, () => {
      const turn = random.next() * 2 * Math.PI;
      const often = (from + random.next() * (to - from)) * 2 * Math.PI;
      return { east: Math.cos(turn) * often, south: Math.sin(turn) * often, shift: random.next() * 7, weight };
    });
  const coast = waves(5, 1, 4, 0.045);
  const hills = [...waves(4, 1.5, 3, 0.16), ...waves(5, 4, 7, 0.07), ...waves(6, 9, 14, 0.02)];
  const heightAt = (x: number, y: number) => {
    const east = (x / longitude.scale + longitude.shift) / 100;
    const south = (y / latitude.scale + latitude.shift) / 100;
    // Above 0 on land, growing inland.
    const inland = shore + sum(coast, east, south) - Math.hypot(east - 0.5, south - 0.5);
    const rise = Math.max(-1, Math.min(1, inland / 0.25));
    if (rise < 0) return seaLevel + rise * depth;
    return seaLevel + rise * mountain * Math.max(0.05, 0.4 + sum(hills, east, south));
  };
  return {
    at: (east, south) => ({
      x: Math.round((east * 100 - longitude.shift) * longitude.scale),
      y: Math.round((south * 100 - latitude.shift) * latitude.scale),
    }),
    heightAt,
    isLand: (x, y) => heightAt(x, y) > seaLevel + beach,
    seaLevel,
  };
}

function sum(waves: Wave[], east: number, south: number): number {
  return waves.reduce(
    (total, wave) => total + wave.weight * Math.sin(east * wave.east + south * wave.south + wave.shift),
    0,
  );
}
