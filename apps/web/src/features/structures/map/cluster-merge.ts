import type { MapFrame } from './map-frame.ts';
import { columnOf, lineOf, placeKey, type PlaceOrder } from './morton-order.ts';

/** What is gathered: rows in the order of their places, where each stands, and whose it is. */
export type LevelSource = { frame: MapFrame; order: PlaceOrder; tribes: Uint32Array; tribeCount: number };

/** What a cell without a cluster of its own has: its structures one by one, or nothing, as a neighbour took them in. */
export const cellHas = { structures: -1, nothing: -2 } as const;

type Cells = { keys: Uint32Array; starts: Uint32Array };
type Rules = {
  /** A cell with as many is shown structure by structure. */
  singles: number;
  /** How near two middles have to be to become one; 0 leaves every cell alone. */
  reach: number;
  depth: number;
};

export type CellGroups = {
  /** Of each cell. */
  clusters: Int32Array;
  /** The cells of one cluster after those of the other, and where each begins. */
  members: Uint32Array;
  memberStarts: Uint32Array;
  u: Float32Array;
  v: Float32Array;
  sizes: Uint32Array;
};

/** A base across an edge of the grid would be two clusters that cover each other: the larger cell takes in its near neighbours. */
export function mergeCells(source: LevelSource, cells: Cells, { singles, reach, depth }: Rules): CellGroups {
  const { keys, starts } = cells;
  const middles = middlesOf(source, starts);
  const sizeOf = (cell: number) => (starts[cell + 1] ?? 0) - (starts[cell] ?? 0);
  const clusters = new Int32Array(keys.length).fill(cellHas.structures);
  const isTaken = new Uint8Array(keys.length);
  const index = reach > 0 ? indexOf(keys, depth) : undefined;
  const members = new Uint32Array(keys.length);
  const found: { starts: number[]; u: number[]; v: number[]; sizes: number[] } = {
    starts: [0],
    u: [],
    v: [],
    sizes: [],
  };
  let memberCount = 0;
  for (const cell of largestFirst(starts)) {
    if (isTaken[cell] === 1) continue;
    isTaken[cell] = 1;
    // What a cell shows one by one by itself is only taken in where there is room for a single one.
    const mayStand = sizeOf(cell) <= singles;
    if (mayStand && singles > 1) continue;
    const first = memberCount;
    members[memberCount++] = cell;
    let [size, u, v] = [sizeOf(cell), middles.u[cell] ?? 0, middles.v[cell] ?? 0];
    for (const near of index === undefined ? [] : neighboursOf(keys[cell] ?? 0, depth)) {
      const other = (index?.[near] ?? 0) - 1;
      if (other < 0 || isTaken[other] === 1 || (singles > 1 && sizeOf(other) <= singles)) continue;
      const [du, dv] = [(middles.u[other] ?? 0) - u, (middles.v[other] ?? 0) - v];
      if (du * du + dv * dv > reach * reach) continue;
      const part = sizeOf(other) / (size + sizeOf(other));
      [size, u, v] = [size + sizeOf(other), u + du * part, v + dv * part];
      isTaken[other] = 1;
      clusters[other] = cellHas.nothing;
      members[memberCount++] = other;
    }
    if (size <= singles) {
      memberCount = first;
      continue;
    }
    clusters[cell] = found.sizes.length;
    found.sizes.push(size);
    found.u.push(u);
    found.v.push(v);
    found.starts.push(memberCount);
  }
  return {
    clusters,
    members: members.slice(0, memberCount),
    memberStarts: Uint32Array.from(found.starts),
    u: Float32Array.from(found.u),
    v: Float32Array.from(found.v),
    sizes: Uint32Array.from(found.sizes),
  };
}

function middlesOf({ frame, order }: LevelSource, starts: Uint32Array): { u: Float32Array; v: Float32Array } {
  const count = starts.length - 1;
  const middles = { u: new Float32Array(count), v: new Float32Array(count) };
  for (let cell = 0; cell < count; cell += 1) {
    const [start, end] = [starts[cell] ?? 0, starts[cell + 1] ?? 0];
    let [u, v] = [0, 0];
    for (let at = start; at < end; at += 1) {
      const row = order.rows[at] ?? 0;
      u += frame.u[row] ?? 0;
      v += frame.v[row] ?? 0;
    }
    middles.u[cell] = u / (end - start);
    middles.v[cell] = v / (end - start);
  }
  return middles;
}

/** Near enough: by the number of digits of their size, which takes no sorting. */
function largestFirst(starts: Uint32Array): Uint32Array {
  const count = starts.length - 1;
  const rankOf = (cell: number) => Math.clz32((starts[cell + 1] ?? 0) - (starts[cell] ?? 0));
  const places = new Uint32Array(34);
  for (let cell = 0; cell < count; cell += 1) places[rankOf(cell) + 1] = (places[rankOf(cell) + 1] ?? 0) + 1;
  for (let rank = 1; rank < places.length; rank += 1) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
  const sorted = new Uint32Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const place = places[rankOf(cell)] ?? 0;
    sorted[place] = cell;
    places[rankOf(cell)] = place + 1;
  }
  return sorted;
}

/** By key the number of the cell, counted from 1. */
function indexOf(keys: Uint32Array, depth: number): Uint32Array {
  const index = new Uint32Array(4 ** depth);
  for (let cell = 0; cell < keys.length; cell += 1) index[keys[cell] ?? 0] = cell + 1;
  return index;
}

function neighboursOf(key: number, depth: number): number[] {
  const [column, line, end] = [columnOf(key), lineOf(key), 2 ** depth];
  const near: number[] = [];
  for (let l = Math.max(0, line - 1); l <= Math.min(end - 1, line + 1); l += 1) {
    for (let c = Math.max(0, column - 1); c <= Math.min(end - 1, column + 1); c += 1) {
      if (l !== line || c !== column) near.push(placeKey(c, l));
    }
  }
  return near;
}
