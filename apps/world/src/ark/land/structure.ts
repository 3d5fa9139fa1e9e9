import type { Survivor, Tribe } from '../survivor.ts';
import type { StructureKind } from './structure-kinds.ts';

export type Spot = { x: number; y: number; z: number; yaw: number };

/** A structure in the world. */
export type Structure = {
  /** The game's number for it. */
  id: number;
  /** Ascended knows it by this; 32 hex digits. */
  uuid: string;
  kind: StructureKind;
  /** The builder's tribe, if any. */
  tribe: Tribe | undefined;
  builder: Pick<Survivor, 'arkId' | 'name' | 'platformName'>;
  spot: Spot;
  /** Seconds of the game's own clock. */
  builtAt: number;
  /** Less than the maximum of its kind if it was damaged. */
  health: number;
  name: string | undefined;
  /** What it is joined with. */
  neighbours: string[];
  /** Dye numbers, one per region; empty if it was never painted. */
  colours: readonly number[];
};

/** A player without a tribe is a one-person team. */
export function teamOf({ tribe, builder }: Pick<Structure, 'tribe' | 'builder'>): { id: number; name: string } {
  return tribe ?? { id: builder.arkId, name: builder.platformName };
}
