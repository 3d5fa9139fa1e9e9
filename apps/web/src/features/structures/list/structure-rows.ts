import { classTitle } from '@tribehall/contract/shared/text';
import type { GridRows } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import type { StructureSet } from '../structure-set.ts';

/** A structure as the list shows it. Times are in seconds, 0 if unknown. */
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

/** Browsers limit the height of a scrolled element. */
const maxRows = 400_000;
/** More than are ever in view, so that visible rows keep their identity. */
const maxCached = 1_000;

/** The rows in this order, each created on first access. */
export function structureRows({ points, tribeColors }: StructureSet, rows: Uint32Array): GridRows<ListedStructure> {
  const { columns, classes, tribes, owners } = points;
  const cache = new Map<number, ListedStructure>();
  const length = Math.min(rows.length, maxRows);

  const create = (row: number): ListedStructure => {
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
      const row = index < length ? rows[index] : undefined;
      if (row === undefined) return undefined;
      const cached = cache.get(row);
      if (cached !== undefined) return cached;
      if (cache.size >= maxCached) cache.clear();
      const created = create(row);
      cache.set(row, created);
      return created;
    },
    findIndex: (isMatch) => rows.subarray(0, length).findIndex((row) => isMatch({ id: String(columns.id[row]) })),
  };
}

/** How many do not fit into the list. */
export function hiddenCount(rows: Uint32Array): number {
  return Math.max(0, rows.length - maxRows);
}
