import { classTitle } from '@tribehall/contract/shared/text';
import type { StructurePoints } from '../structure-set.ts';
import { textOrder } from '../../../lib/text/text-order.ts';

/** The sortable columns, each with the order a first click gives. */
export const sortColumns = {
  class: { label: 'Structure', firstOrder: 'asc' },
  tribe: { label: 'Tribe', firstOrder: 'asc' },
  owner: { label: 'Owner', firstOrder: 'asc' },
  built: { label: 'Built', firstOrder: 'desc' },
  place: { label: 'Lat, lon', firstOrder: 'asc' },
  seen: { label: 'Owners seen', firstOrder: 'asc' },
} as const;

export type SortKey = keyof typeof sortColumns;
export type StructureSort = { key: SortKey; order: 'asc' | 'desc' };

const newestFirst: StructureSort = { key: 'built', order: 'desc' };

/** From the URL; missing or invalid parameters give the default. */
export function readSort({ sort, order }: { sort?: string; order?: string }): StructureSort {
  if (sort === undefined || !Object.hasOwn(sortColumns, sort)) return newestFirst;
  const key = sort as SortKey;
  return { key, order: order === 'asc' || order === 'desc' ? order : sortColumns[key].firstOrder };
}

/** For the URL, which omits defaults. */
export function writeSort({ key, order }: StructureSort): { sort: string; order: string } {
  if (key === newestFirst.key && order === newestFirst.order) return { sort: '', order: '' };
  return { sort: key, order: order === sortColumns[key].firstOrder ? '' : order };
}

/** A stable sort of these rows. */
export function sortRows(points: StructurePoints, rows: Uint32Array, sort: StructureSort): Uint32Array {
  const all = sortAll(points, sort);
  if (rows.length === all.length) return all;
  const isIncluded = new Uint8Array(all.length);
  for (let index = 0; index < rows.length; index += 1) isIncluded[rows[index] ?? 0] = 1;
  const sorted = new Uint32Array(rows.length);
  let length = 0;
  for (let index = 0; index < all.length; index += 1) {
    const row = all[index] ?? 0;
    if (isIncluded[row] === 1) sorted[length++] = row;
  }
  return sorted;
}

const lastSorts = new WeakMap<StructurePoints, { by: string; all: Uint32Array }>();

/** Memoized: changing filters must not sort again. */
function sortAll(points: StructurePoints, { key, order }: StructureSort): Uint32Array {
  const by = `${key} ${order}`;
  const last = lastSorts.get(points);
  if (last?.by === by) return last.all;
  const keyOf = sortKeys[key](points);
  const mask = order === 'asc' ? 0 : 0xffff_ffff;
  const keys = new Uint32Array(points.count);
  for (let row = 0; row < keys.length; row += 1) keys[row] = keyOf(row) ^ mask;
  const all = radixSort(keys);
  lastSorts.set(points, { by, all });
  return all;
}

type KeyOf = (row: number) => number;

/** An unsigned 32-bit sort key per row. Names are ranked once, not per row. */
const sortKeys: Record<SortKey, (points: StructurePoints) => KeyOf> = {
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
const compare = textOrder({ numeric: true });

function rankOf(column: ArrayLike<number>, texts: readonly string[]): KeyOf {
  const ranks = new Uint32Array(texts.length);
  const sorted = texts.map((text, index) => ({ text, index })).toSorted((a, b) => compare(a.text, b.text));
  let rank = 0;
  for (const [position, { text, index }] of sorted.entries()) {
    // Classes with the same title share a rank, so they form one group.
    if (position > 0 && sorted[position - 1]?.text !== text) rank += 1;
    ranks[index] = rank;
  }
  return (row) => ranks[column[row] ?? 0] ?? 0;
}

/** The bits of a float, flipped so that they sort as unsigned integers. */
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

/** Radix sort (least significant digit first). Returns the row numbers in sorted order. */
function radixSort(keys: Uint32Array): Uint32Array {
  const { length } = keys;
  let from = Uint32Array.from(keys.keys());
  let to = new Uint32Array(length);
  for (const shift of shifts) {
    const starts = digitStarts(keys, shift);
    if (starts === undefined) continue;
    for (let index = 0; index < length; index += 1) {
      const row = from[index] ?? 0;
      const digit = ((keys[row] ?? 0) >>> shift) & (digitCount - 1);
      const position = starts[digit] ?? 0;
      starts[digit] = position + 1;
      to[position] = row;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Where each digit's run starts; undefined if all keys have the same digit. */
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
