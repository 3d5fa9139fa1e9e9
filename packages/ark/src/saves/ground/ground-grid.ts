import type { Coordinates, GroundCell } from '../save-rows.ts';
import { playerTeam } from '../saved-values.ts';
import { groundRoleOf, type GroundRole } from './ground-classes.ts';

/** The side of a cell in the engine's units, which are centimetres: 100 m. Measured in decision 034. */
export const groundCellUnits = 10_000;
export const groundLimits = {
  /** Cells in each direction from the middle: 20 km, more than any world has. */
  maxIndex: 200,
  /** Heights of one cell in one save. */
  maxHeights: 8,
  maxSwimmers: 8,
  /** Metres; no world is higher or deeper. */
  maxHeight: 20_000,
} as const;

/** A map of 14 km has this many cells. */
const maxCells = 20_000;
const maxClasses = 50_000;
const maxSamples = 32;
const indexSpan = 2 * groundLimits.maxIndex + 1;

type Cell = { heights: number[]; foundations: Set<number> | undefined; swimmers: number };

export type GroundSample = { className: string; isCreature: boolean; team: number | undefined };

/** Collects the heights of what stands on the ground, in a bounded number of cells. */
export function createGroundGrid() {
  const [creatureRoles, otherRoles] = [new Map<string, GroundRole>(), new Map<string, GroundRole>()];
  const cells = new Map<number, Cell>();

  const roleOf = (className: string, isCreature: boolean): GroundRole => {
    const roles = isCreature ? creatureRoles : otherRoles;
    const known = roles.get(className);
    if (known !== undefined) return known;
    const role = groundRoleOf(className, isCreature);
    if (roles.size < maxClasses) roles.set(className, role);
    return role;
  };
  const cellAt = (x: number, y: number): Cell | undefined => {
    const { maxIndex } = groundLimits;
    if (!(Math.abs(x) <= maxIndex && Math.abs(y) <= maxIndex)) return undefined;
    const key = (x + maxIndex) * indexSpan + y + maxIndex;
    const known = cells.get(key);
    if (known || cells.size >= maxCells) return known;
    const cell: Cell = { heights: [], foundations: undefined, swimmers: 0 };
    cells.set(key, cell);
    return cell;
  };
  const put = (role: GroundRole, { x, y, z }: Coordinates) => {
    const height = Math.round(z / 100);
    if (!(Math.abs(height) <= groundLimits.maxHeight)) return;
    const cell = cellAt(Math.floor(x / groundCellUnits), Math.floor(y / groundCellUnits));
    if (!cell) return;
    if (role === 'swims') {
      cell.swimmers = Math.min(cell.swimmers + 1, groundLimits.maxSwimmers);
      return;
    }
    // A floor of many foundations is one piece of evidence.
    if (role === 'foundation') {
      cell.foundations ??= new Set();
      if (cell.foundations.has(height)) return;
      if (cell.foundations.size < maxSamples) cell.foundations.add(height);
    }
    if (cell.heights.length < maxSamples) cell.heights.push(height);
  };

  return {
    /** The coordinates are looked up only where they say something. */
    add(sample: GroundSample, find: () => Coordinates | undefined): void {
      const role = roleOf(sample.className, sample.isCreature);
      if (role === 'nothing') return;
      // What players own may stand anywhere, but for their foundations.
      if ((playerTeam(sample.team) !== undefined) !== (role === 'foundation')) return;
      const coordinates = find();
      if (coordinates) put(role, coordinates);
    },
    /** The same for something that players own. */
    addOwned(className: string, isCreature: boolean, coordinates: Coordinates): void {
      if (roleOf(className, isCreature) === 'foundation') put('foundation', coordinates);
    },
    list(): GroundCell[] {
      return [...cells].map(([key, { heights, swimmers }]) => ({
        x: Math.floor(key / indexSpan) - groundLimits.maxIndex,
        y: (key % indexSpan) - groundLimits.maxIndex,
        heights: representatives(heights.toSorted((one, other) => one - other)),
        swimmers,
      }));
    },
  };
}

/** Evenly chosen from the lowest to the highest. */
function representatives(sorted: number[]): number[] {
  const { maxHeights } = groundLimits;
  if (sorted.length <= maxHeights) return sorted;
  return Array.from(
    { length: maxHeights },
    (_none, index) => sorted[Math.round((index * (sorted.length - 1)) / (maxHeights - 1))] ?? 0,
  );
}
