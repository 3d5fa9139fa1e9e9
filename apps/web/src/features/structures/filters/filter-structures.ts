import { classTitle } from '@tribehall/contract/shared/text';
import type { StructureFilters, StructurePoints } from '../structure-set.ts';

/** Counts per tribe, owner and class, in the order of the points' lists. */
export type StructureFacets = { tribes: Uint32Array; owners: Uint32Array; classes: Uint32Array };

export type Filtered = { rows: Uint32Array; facets: StructureFacets };

const daySeconds = 86_400;
/** Whether all of a tribe's structures are abandoned, or each depends on when it was first seen. */
const abandoned = { no: 0, yes: 1, byFirstSeen: 2 } as const;

/**
 * The rows that match all filters. A facet counts what matches the other filters, so a menu shows what each choice would give.
 * Names are looked up once instead of per row: hundreds of thousands of rows take a few milliseconds.
 */
export function filterStructures(points: StructurePoints, filters: StructureFilters, nowSeconds: number): Filtered {
  const { columns, count } = points;
  const chosen = {
    tribes: chosenIn(points.tribes, filters.tribes, ({ id }) => String(id)),
    owners: chosenIn(points.owners, filters.owners, ({ arkId }) => arkId),
    classes: chosenIn(points.classes, filters.classes, (name) => name),
  };
  const matches = matchesOf(points, filters.search);
  const abandonedTribes = abandonedTribesOf(points, filters.abandonedDays, nowSeconds);
  const abandonedBefore = nowSeconds - (filters.abandonedDays ?? 0) * daySeconds;
  const builtBefore = filters.minAge === undefined ? Infinity : nowSeconds - filters.minAge * daySeconds;
  const builtAfter = filters.maxAge === undefined ? -Infinity : nowSeconds - filters.maxAge * daySeconds;
  const facets = {
    tribes: new Uint32Array(points.tribes.length),
    owners: new Uint32Array(points.owners.length),
    classes: new Uint32Array(points.classes.length),
  };
  const rows = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row += 1) {
    const tribe = columns.tribe[row] ?? 0;
    const owner = columns.owner[row] ?? 0;
    const kind = columns.class[row] ?? 0;
    if (matches !== undefined && !(matches.tribes[tribe] || matches.owners[owner] || matches.classes[kind])) continue;
    const firstSeen = columns.firstSeenAt[row] ?? 0;
    const builtAt = columns.builtAt[row] || firstSeen;
    if (builtAt > builtBefore || builtAt < builtAfter) continue;
    if (abandonedTribes !== undefined && abandonedTribes[tribe] !== abandoned.yes) {
      if (abandonedTribes[tribe] === abandoned.no || firstSeen >= abandonedBefore) continue;
    }
    const isTribe = chosen.tribes === undefined || chosen.tribes[tribe] === 1;
    const isOwner = chosen.owners === undefined || chosen.owners[owner] === 1;
    const isClass = chosen.classes === undefined || chosen.classes[kind] === 1;
    if (isOwner && isClass) facets.tribes[tribe] = (facets.tribes[tribe] ?? 0) + 1;
    if (isTribe && isClass) facets.owners[owner] = (facets.owners[owner] ?? 0) + 1;
    if (isTribe && isOwner) facets.classes[kind] = (facets.classes[kind] ?? 0) + 1;
    if (isTribe && isOwner && isClass) rows[length++] = row;
  }
  return { rows: rows.slice(0, length), facets };
}

function chosenIn<Item>(
  items: readonly Item[],
  values: readonly string[],
  idOf: (item: Item) => string,
): Uint8Array | undefined {
  if (values.length === 0) return undefined;
  const chosenIds = new Set(values);
  return Uint8Array.from(items, (item) => (chosenIds.has(idOf(item)) ? 1 : 0));
}

function matchesOf(points: StructurePoints, search: string) {
  if (search === '') return undefined;
  const contains = (text: string) => (text.toLowerCase().includes(search) ? 1 : 0);
  return {
    tribes: Uint8Array.from(points.tribes, ({ name }) => contains(name)),
    owners: Uint8Array.from(points.owners, ({ name }) => contains(name)),
    classes: Uint8Array.from(points.classes, (name) => contains(name) || contains(classTitle(name))),
  };
}

/** A tribe with no member ever seen may still be new: then each structure's first sighting decides. */
function abandonedTribesOf(points: StructurePoints, days: number | undefined, nowSeconds: number) {
  if (days === undefined) return undefined;
  const before = nowSeconds - days * daySeconds;
  return Uint8Array.from(points.tribes, ({ lastActiveAt }) => {
    if (lastActiveAt === 0) return abandoned.byFirstSeen;
    return lastActiveAt < before ? abandoned.yes : abandoned.no;
  });
}
