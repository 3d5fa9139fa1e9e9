import { classTitle } from '@tribehall/contract/shared/text';
import type { GridRows } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import type { StructureSet } from '../structure-set.ts';

/** A structure as its row in the list shows it; times are seconds, 0 where there is none. */
export type ListedStructure = {
  id: string;
  title: string;
  tribe: string;
  tribeColor: string;
  owner: string;
  bornAt: number;
  isBuiltAtKnown: boolean;
  goneAt: number;
  x: number;
  y: number;
  seenAt: number;
};

/** What a browser can still scroll through at one go. */
const maxRows = 400_000;
/** As many as are in view and some: a row that is asked for again is the same one. */
const maxKept = 1_000;

/** The rows of the list in this order, each made when it is looked at. */
export function structureRows({ points, tribeColors }: StructureSet, order: Uint32Array): GridRows<ListedStructure> {
  const { columns, classes, tribes, owners } = points;
  const kept = new Map<number, ListedStructure>();
  const length = Math.min(order.length, maxRows);

  const make = (row: number): ListedStructure => {
    const tribe = columns.tribe[row] ?? 0;
    const builtAt = columns.builtAt[row] ?? 0;
    return {
      id: String(columns.id[row]),
      title: classTitle(classes[columns.class[row] ?? 0] ?? ''),
      tribe: tribes[tribe]?.name ?? '',
      tribeColor: tribeColors[tribe] ?? 'currentColor',
      owner: owners[columns.owner[row] ?? 0]?.name ?? '',
      bornAt: builtAt || (columns.firstSeenAt[row] ?? 0),
      isBuiltAtKnown: builtAt !== 0,
      goneAt: columns.goneAt[row] ?? 0,
      x: columns.x[row] ?? 0,
      y: columns.y[row] ?? 0,
      seenAt: tribes[tribe]?.lastActiveAt ?? 0,
    };
  };

  return {
    length,
    at: (index) => {
      const row = index < length ? order[index] : undefined;
      if (row === undefined) return undefined;
      const known = kept.get(row);
      if (known !== undefined) return known;
      if (kept.size >= maxKept) kept.clear();
      const made = make(row);
      kept.set(row, made);
      return made;
    },
    findIndex: (isWanted) => order.subarray(0, length).findIndex((row) => isWanted({ id: String(columns.id[row]) })),
  };
}

/** How many are left out of the list because it would be too long for a browser. */
export function leftOut(order: Uint32Array): number {
  return Math.max(0, order.length - maxRows);
}
