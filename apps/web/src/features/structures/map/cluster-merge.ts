import type { MapFrame } from './map-frame.ts';
import { cellColumn, cellRow, mortonKey, type MortonOrder } from './morton-order.ts';

/** What is clustered: rows in Morton order with their coordinates and tribes. */
export type LevelSource = { frame: MapFrame; order: MortonOrder; tribes: Uint32Array; tribeCount: number };

/** A cell without its own cluster shows its structures individually, or nothing if a neighbour absorbed it. */
export const cellHas = { structures: -1, nothing: -2 } as const;

type Cells = { keys: Uint32Array; starts: Uint32Array };
type Rules = {
  /** A cell with at most this many shows them individually. */
  singles: number;
  /** Maximum distance of two centers that are merged; 0 merges nothing. */
  reach: number;
  depth: number;
};

export type CellGroups = {
  /** Of each cell. */
  clusters: Int32Array;
  /** The cells of all clusters one after the other, and where each cluster starts. */
  members: Uint32Array;
  memberStarts: Uint32Array;
  u: Float32Array;
  v: Float32Array;
  sizes: Uint32Array;
};

/** A base across a grid edge would become two overlapping clusters, so the larger cell absorbs its near neighbours. */
export function mergeCells(source: LevelSource, cells: Cells, { singles, reach, depth }: Rules): CellGroups {
  const { keys, starts } = cells;
  const centers = centersOf(source, starts);
  const sizeOf = (cell: number) => (starts[cell + 1] ?? 0) - (starts[cell] ?? 0);
  const clusters = new Int32Array(keys.length).fill(cellHas.structures);
  const isAbsorbed = new Uint8Array(keys.length);
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
    if (isAbsorbed[cell] === 1) continue;
    isAbsorbed[cell] = 1;
    // Cells that show several structures individually are not absorbed.
    const isSmall = sizeOf(cell) <= singles;
    if (isSmall && singles > 1) continue;
    const first = memberCount;
    members[memberCount++] = cell;
    let [size, u, v] = [sizeOf(cell), centers.u[cell] ?? 0, centers.v[cell] ?? 0];
    for (const near of index === undefined ? [] : neighboursOf(keys[cell] ?? 0, depth)) {
      const other = (index?.[near] ?? 0) - 1;
      if (other < 0 || isAbsorbed[other] === 1 || (singles > 1 && sizeOf(other) <= singles)) continue;
      const [du, dv] = [(centers.u[other] ?? 0) - u, (centers.v[other] ?? 0) - v];
      if (du * du + dv * dv > reach * reach) continue;
      const part = sizeOf(other) / (size + sizeOf(other));
      [size, u, v] = [size + sizeOf(other), u + du * part, v + dv * part];
      isAbsorbed[other] = 1;
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

function centersOf({ frame, order }: LevelSource, starts: Uint32Array): { u: Float32Array; v: Float32Array } {
  const count = starts.length - 1;
  const centers = { u: new Float32Array(count), v: new Float32Array(count) };
  for (let cell = 0; cell < count; cell += 1) {
    const [start, end] = [starts[cell] ?? 0, starts[cell + 1] ?? 0];
    let [u, v] = [0, 0];
    for (let at = start; at < end; at += 1) {
      const row = order.rows[at] ?? 0;
      u += frame.u[row] ?? 0;
      v += frame.v[row] ?? 0;
    }
    centers.u[cell] = u / (end - start);
    centers.v[cell] = v / (end - start);
  }
  return centers;
}

/** Approximate: a counting sort by the bit length of the sizes. */
function largestFirst(starts: Uint32Array): Uint32Array {
  const count = starts.length - 1;
  const rankOf = (cell: number) => Math.clz32((starts[cell + 1] ?? 0) - (starts[cell] ?? 0));
  const offsets = new Uint32Array(34);
  for (let cell = 0; cell < count; cell += 1) offsets[rankOf(cell) + 1] = (offsets[rankOf(cell) + 1] ?? 0) + 1;
  for (let rank = 1; rank < offsets.length; rank += 1) offsets[rank] = (offsets[rank] ?? 0) + (offsets[rank - 1] ?? 0);
  const sorted = new Uint32Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const offset = offsets[rankOf(cell)] ?? 0;
    sorted[offset] = cell;
    offsets[rankOf(cell)] = offset + 1;
  }
  return sorted;
}

/** The 1-based cell number by key. */
function indexOf(keys: Uint32Array, depth: number): Uint32Array {
  const index = new Uint32Array(4 ** depth);
  for (let cell = 0; cell < keys.length; cell += 1) index[keys[cell] ?? 0] = cell + 1;
  return index;
}

function neighboursOf(key: number, depth: number): number[] {
  const [column, row, end] = [cellColumn(key), cellRow(key), 2 ** depth];
  const near: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(end - 1, row + 1); r += 1) {
    for (let c = Math.max(0, column - 1); c <= Math.min(end - 1, column + 1); c += 1) {
      if (r !== row || c !== column) near.push(mortonKey(c, r));
    }
  }
  return near;
}
