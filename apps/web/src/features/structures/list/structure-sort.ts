import { classTitle } from '@tribehall/contract/shared/text';
import type { StructurePoints } from '../structure-set.ts';

/** What the list can be sorted by, and which way round first. */
export const sortings = {
  class: { label: 'Structure', first: 'asc' },
  tribe: { label: 'Tribe', first: 'asc' },
  owner: { label: 'Owner', first: 'asc' },
  built: { label: 'Built', first: 'desc' },
  place: { label: 'Lat, lon', first: 'asc' },
  seen: { label: 'Owners seen', first: 'asc' },
} as const;

export type SortKey = keyof typeof sortings;
export type StructureOrder = { sort: SortKey; order: 'asc' | 'desc' };

/** Newest first. */
const usual: StructureOrder = { sort: 'built', order: 'desc' };

/** As the address says it; what it does not say, or says wrongly, is as usual. */
export function orderOf({ sort, order }: { sort?: string; order?: string }): StructureOrder {
  if (sort === undefined || !Object.hasOwn(sortings, sort)) return usual;
  const key = sort as SortKey;
  return { sort: key, order: order === 'asc' || order === 'desc' ? order : sortings[key].first };
}

/** For the address, which is silent about the usual order. */
export function orderParams({ sort, order }: StructureOrder): { sort: string; order: string } {
  if (sort === usual.sort && order === usual.order) return { sort: '', order: '' };
  return { sort, order: order === sortings[sort].first ? '' : order };
}

/** A column that is sorted by already is turned around. */
export function nextOrder(current: StructureOrder, sort: SortKey): StructureOrder {
  if (current.sort !== sort) return { sort, order: sortings[sort].first };
  return { sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}

/** These rows in order; those that are equal stay as they were. */
export function sortRows(
  points: StructurePoints,
  rows: Uint32Array,
  sort: SortKey,
  order: StructureOrder['order'],
): Uint32Array {
  const all = allInOrder(points, sort, order);
  if (rows.length === all.length) return all;
  const isWanted = new Uint8Array(all.length);
  for (let index = 0; index < rows.length; index += 1) isWanted[rows[index] ?? 0] = 1;
  const sorted = new Uint32Array(rows.length);
  let length = 0;
  for (let index = 0; index < all.length; index += 1) {
    const row = all[index] ?? 0;
    if (isWanted[row] === 1) sorted[length++] = row;
  }
  return sorted;
}

const known = new WeakMap<StructurePoints, { by: string; all: Uint32Array }>();

/** Worked out once, whatever is filtered. */
function allInOrder(points: StructurePoints, sort: SortKey, order: StructureOrder['order']): Uint32Array {
  const by = `${sort} ${order}`;
  const last = known.get(points);
  if (last?.by === by) return last.all;
  const keyOf = keysOf[sort](points);
  const turn = order === 'asc' ? 0 : 0xffff_ffff;
  const keys = new Uint32Array(points.count);
  for (let row = 0; row < keys.length; row += 1) keys[row] = keyOf(row) ^ turn;
  const all = sortByKeys(keys);
  known.set(points, { by, all });
  return all;
}

type KeyOf = (row: number) => number;

/** Of each row a whole number below 2^32. Names are put in order once, and not for each of their rows. */
const keysOf: Record<SortKey, (points: StructurePoints) => KeyOf> = {
  class: ({ classes, columns }) => rankOf(columns.class, classes.map(classTitle)),
  tribe: ({ tribes, columns }) => rankOf(columns.tribe, names(tribes)),
  owner: ({ owners, columns }) => rankOf(columns.owner, names(owners)),
  built:
    ({ columns }) =>
    (row) =>
      columns.builtAt[row] || (columns.firstSeenAt[row] ?? 0),
  place: ({ columns }) => floatKeys(columns.y),
  seen: ({ tribes, columns }) => {
    const seen = Uint32Array.from(tribes, ({ lastActiveAt }) => lastActiveAt);
    return (row) => seen[columns.tribe[row] ?? 0] ?? 0;
  },
};

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
const collator = new Intl.Collator(undefined, { numeric: true });

function rankOf(column: ArrayLike<number>, texts: readonly string[]): KeyOf {
  const ranks = new Uint32Array(texts.length);
  const inOrder = texts.map((text, index) => ({ text, index })).toSorted((a, b) => collator.compare(a.text, b.text));
  let rank = 0;
  for (const [place, { text, index }] of inOrder.entries()) {
    // Two classes with one title are one group in the list.
    if (place > 0 && inOrder[place - 1]?.text !== text) rank += 1;
    ranks[index] = rank;
  }
  return (row) => ranks[column[row] ?? 0] ?? 0;
}

/** The bits of a float, turned so that they sort as whole numbers. */
function floatKeys(column: Float32Array): KeyOf {
  const bits = new Uint32Array(column.buffer, column.byteOffset, column.length);
  return (row) => {
    const bit = bits[row] ?? 0;
    return (bit & 0x8000_0000) === 0 ? (bit | 0x8000_0000) >>> 0 : ~bit >>> 0;
  };
}

const digitBits = 11;
const digitCount = 1 << digitBits;
const shifts = [0, digitBits, 2 * digitBits];

/** The places of the keys in their order. By one digit after the other, the least first: three passes, however many there are. */
function sortByKeys(keys: Uint32Array): Uint32Array {
  const { length } = keys;
  let from = Uint32Array.from(keys.keys());
  let to = new Uint32Array(length);
  for (const shift of shifts) {
    const starts = digitStarts(keys, shift);
    if (starts === undefined) continue;
    for (let index = 0; index < length; index += 1) {
      const row = from[index] ?? 0;
      const digit = ((keys[row] ?? 0) >>> shift) & (digitCount - 1);
      const place = starts[digit] ?? 0;
      starts[digit] = place + 1;
      to[place] = row;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Where the keys with each digit begin; nothing where all have the same one. */
function digitStarts(keys: Uint32Array, shift: number): Uint32Array | undefined {
  const starts = new Uint32Array(digitCount + 1);
  for (let index = 0; index < keys.length; index += 1) {
    const next = (((keys[index] ?? 0) >>> shift) & (digitCount - 1)) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  if (starts.includes(keys.length)) return undefined;
  for (let digit = 1; digit <= digitCount; digit += 1) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  return starts;
}
