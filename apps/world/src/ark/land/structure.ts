import type { Survivor, Tribe } from '../survivor.ts';
import type { StructureKind } from './structure-kinds.ts';

export type Spot = { x: number; y: number; z: number; yaw: number };

/** Something that stands in the world. */
export type Structure = {
  /** The game's number for it. */
  id: number;
  /** Ascended knows it by this; 32 hex digits. */
  uuid: string;
  kind: StructureKind;
  /** The builder's, or none for somebody on his own. */
  tribe: Tribe | undefined;
  builder: Pick<Survivor, 'arkId' | 'name' | 'platformName'>;
  spot: Spot;
  /** Seconds of the game's own clock. */
  builtAt: number;
  /** Less than its kind's where it was damaged. */
  health: number;
  name: string | undefined;
  /** What it is joined with. */
  neighbours: string[];
  /** Numbers of dyes, one for each part of it; none where nobody painted it. */
  colours: readonly number[];
};

/** A player without a tribe is a one-person team. */
export function teamOf({ tribe, builder }: Pick<Structure, 'tribe' | 'builder'>): { id: number; name: string } {
  return tribe ?? { id: builder.arkId, name: builder.platformName };
}
