import { degreesOf } from './map/map-frame.ts';
import type { ArkMap } from './structure-set.ts';

/** Latitude and longitude as the game shows them; raw coordinates on an unknown map. */
export function coordinatesText(map: ArkMap | null, x: number, y: number): string {
  if (map === null) return `${Math.round(x)}, ${Math.round(y)}`;
  const { latitude, longitude } = degreesOf(map, x, y);
  return `${latitude.toFixed(1)}, ${longitude.toFixed(1)}`;
}

/** A console command for admins. */
export function teleportCommand({ x, y, z }: { x: number; y: number; z: number }): string {
  return `cheat setplayerpos ${[x, y, z].map((value) => Math.round(value)).join(' ')}`;
}
