import { degreesOf } from './map/map-frame.ts';
import type { ArkMap } from './structure-set.ts';

/** Where something stands as the game tells it: latitude, then longitude; the raw numbers on a map that is not known. */
export function placeText(map: ArkMap | null, x: number, y: number): string {
  if (map === null) return `${Math.round(x)}, ${Math.round(y)}`;
  const { latitude, longitude } = degreesOf(map, x, y);
  return `${latitude.toFixed(1)}, ${longitude.toFixed(1)}`;
}

/** Brings an admin there. */
export function teleportCommand({ x, y, z }: { x: number; y: number; z: number }): string {
  return `cheat setplayerpos ${[x, y, z].map((value) => Math.round(value)).join(' ')}`;
}
