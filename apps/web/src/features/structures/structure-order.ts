import { classTitle } from '@tribehall/contract/class-title';
import type { StructurePoints } from './structure-set.ts';

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

/** The rows in order; those that are equal stay as they were. */
export function sortRows(
  points: StructurePoints,
  rows: Uint32Array,
  sort: SortKey,
  order: StructureOrder['order'],
): Uint32Array {
  const keyOf = keysOf[sort](points);
  const turn = order === 'asc' ? 0 : 0xffff_ffff;
  const keys = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) keys[index] = keyOf(rows[index] ?? 0) ^ turn;
  return sortByKeys(rows, keys);
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

type Pairs = { rows: Uint32Array; keys: Uint32Array };

const digitBits = 11;
const digitCount = 1 << digitBits;

/** By one digit after the other, the least first: three passes, however many rows. */
function sortByKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  let from: Pairs = { rows: rows.slice(), keys };
  let to: Pairs = { rows: new Uint32Array(rows.length), keys: new Uint32Array(rows.length) };
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = new Uint32Array(digitCount + 1);
    const digitAt = (index: number) => ((from.keys[index] ?? 0) >>> shift) & (digitCount - 1);
    for (let index = 0; index < rows.length; index += 1) {
      const next = digitAt(index) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let digit = 1; digit <= digitCount; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let index = 0; index < rows.length; index += 1) {
      const digit = digitAt(index);
      const place = starts[digit] ?? 0;
      starts[digit] = place + 1;
      to.rows[place] = from.rows[index] ?? 0;
      to.keys[place] = from.keys[index] ?? 0;
    }
    [from, to] = [to, from];
  }
  return from.rows;
}
