import { frameEdge, type MapFrame } from './map-frame.ts';

/**
 * Rows in an order in which neighbours on the map are neighbours in the list (Morton's): whatever grid of 2, 4, 8, … cells is laid
 * over the map, each cell is one run of it. A key has 16 bits for each direction.
 */
export type PlaceOrder = { rows: Uint32Array; keys: Uint32Array };

export const keyBits = 16;
export const frameWidth = frameEdge.high - frameEdge.low;

/** Once for all structures: what filters leave keeps the order. */
export function orderByPlace({ u, v }: MapFrame): PlaceOrder {
  const keys = new Uint32Array(u.length);
  for (let row = 0; row < keys.length; row += 1) keys[row] = placeKey(cellOf(u[row] ?? 0), cellOf(v[row] ?? 0));
  return sortedByKey(keys);
}

export function keepRows(order: PlaceOrder, rows: Uint32Array): PlaceOrder {
  if (rows.length === order.rows.length) return order;
  const isKept = new Uint8Array(order.rows.length);
  for (let at = 0; at < rows.length; at += 1) isKept[rows[at] ?? 0] = 1;
  const kept = { rows: new Uint32Array(rows.length), keys: new Uint32Array(rows.length) };
  let length = 0;
  for (let at = 0; at < order.rows.length; at += 1) {
    const row = order.rows[at] ?? 0;
    if (isKept[row] === 0) continue;
    kept.rows[length] = row;
    kept.keys[length] = order.keys[at] ?? 0;
    length += 1;
  }
  return kept;
}

export function placeKey(column: number, line: number): number {
  return (spread(column) | (spread(line) << 1)) >>> 0;
}

export function columnOf(key: number): number {
  return gather(key);
}

export function lineOf(key: number): number {
  return gather(key >>> 1);
}

/** Where the first key stands that is not smaller. */
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

function cellOf(place: number): number {
  const cells = 2 ** keyBits;
  return Math.min(cells - 1, Math.max(0, Math.floor(((place - frameEdge.low) / frameWidth) * cells)));
}

function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function gather(key: number): number {
  let bits = key & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

const digitBits = 16;
const digitCount = 2 ** digitBits;

/** By the lower half of the bits, then by the upper one: a sort that compares would take ten times as long. */
function sortedByKey(keys: Uint32Array): PlaceOrder {
  let from: PlaceOrder = { rows: new Uint32Array(keys.length), keys };
  let to: PlaceOrder = { rows: new Uint32Array(keys.length), keys: new Uint32Array(keys.length) };
  for (let row = 0; row < keys.length; row += 1) from.rows[row] = row;
  for (const shift of [0, digitBits]) {
    const starts = digitStarts(from.keys, shift);
    for (let at = 0; at < keys.length; at += 1) {
      const key = from.keys[at] ?? 0;
      const digit = (key >>> shift) & (digitCount - 1);
      const place = starts[digit] ?? 0;
      starts[digit] = place + 1;
      to.keys[place] = key;
      to.rows[place] = from.rows[at] ?? 0;
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
