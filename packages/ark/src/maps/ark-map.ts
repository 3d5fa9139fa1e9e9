/** One axis of the game's compass: `coordinate / scale + shift`, from 0 to 100 on the map. */
export type MapAxis = { shift: number; scale: number };

export type ArkMap = {
  /** As in the save and from the agent: `TheIsland_WP`. */
  name: string;
  title: string;
  latitude: MapAxis;
  longitude: MapAxis;
  /** Name of a picture's file, for maps of the operator. */
  picture?: string;
};

/** Latitude goes along y, from north to south. */
export function toLatitude({ latitude }: Pick<ArkMap, 'latitude'>, y: number): number {
  return y / latitude.scale + latitude.shift;
}

/** Longitude goes along x, from west to east. */
export function toLongitude({ longitude }: Pick<ArkMap, 'longitude'>, x: number): number {
  return x / longitude.scale + longitude.shift;
}
