import { mergeCells, type CellGroups, type LevelSource } from './cluster-merge.ts';
import { frameWidth, keyBits, type MortonOrder } from './morton-order.ts';

/** How many tribes a cluster shows individually; the others share one segment. */
export const shareCount = 4;

/**
 * The structures at one grid resolution. Cells are runs of the Morton order, sorted by key. A cell has a cluster, shows its
 * structures individually, or was merged into a neighbour's cluster.
 */
export type ClusterLevel = {
  /** The map is 2 ** depth cells wide. */
  depth: number;
  cells: { keys: Uint32Array; starts: Uint32Array; clusters: Int32Array };
  clusters: {
    count: number;
    u: Float32Array;
    v: Float32Array;
    sizes: Uint32Array;
    /** `shareCount` pairs of tribe and count per cluster, largest first, padded with count 0. */
    shares: Uint32Array;
    /** The cells of all clusters one after the other, and where each cluster starts. */
    members: Uint32Array;
    memberStarts: Uint32Array;
  };
};

const minCellPx = 40;
const depths = { min: 3, max: 12 } as const;
/** Deeper cells are so small that clusters split at their edges do no harm. */
const maxMergeDepth = 9;

/** Cells are 40 to 80 pixels wide. */
export function depthOf(scale: number): number {
  const depth = Math.floor(Math.log2((scale * frameWidth) / minCellPx));
  return Math.min(Math.max(depth, depths.min), depths.max);
}

/** How many structures a cell shows individually: as many as can be distinguished. */
export function singlesAt(depth: number): number {
  const limits: Record<number, number> = { 7: 3, 8: 8, 9: 48, 10: 160 };
  return depth < 7 ? 1 : (limits[depth] ?? 400);
}

export function buildLevel(source: LevelSource, depth: number): ClusterLevel {
  const cells = cellsOf(source.order, depth);
  const groups = mergeCells(source, cells, {
    singles: singlesAt(depth),
    reach: depth <= maxMergeDepth ? (frameWidth / 2 ** depth) * 1.1 : 0,
    depth,
  });
  const { clusters, ...merged } = groups;
  const shares = sharesOf(source, cells.starts, groups);
  return { depth, cells: { ...cells, clusters }, clusters: { ...merged, count: merged.sizes.length, shares } };
}

function cellsOf({ keys }: MortonOrder, depth: number): { keys: Uint32Array; starts: Uint32Array } {
  const shift = 2 * (keyBits - depth);
  const cellKeys = new Uint32Array(keys.length);
  const starts = new Uint32Array(keys.length + 1);
  let count = 0;
  let last = -1;
  for (let at = 0; at < keys.length; at += 1) {
    const key = (keys[at] ?? 0) >>> shift;
    if (key === last) continue;
    cellKeys[count] = key;
    starts[count] = at;
    count += 1;
    last = key;
  }
  starts[count] = keys.length;
  return { keys: cellKeys.slice(0, count), starts: starts.slice(0, count + 1) };
}

function sharesOf(
  { order, tribes, tribeCount }: LevelSource,
  starts: Uint32Array,
  { members, memberStarts }: CellGroups,
): Uint32Array {
  const clusterCount = memberStarts.length - 1;
  const shares = new Uint32Array(clusterCount * shareCount * 2);
  const counts = new Uint32Array(tribeCount + 1);
  for (let cluster = 0; cluster < clusterCount; cluster += 1) {
    const seen: number[] = [];
    for (let member = memberStarts[cluster] ?? 0; member < (memberStarts[cluster + 1] ?? 0); member += 1) {
      const cell = members[member] ?? 0;
      for (let at = starts[cell] ?? 0; at < (starts[cell + 1] ?? 0); at += 1) {
        const tribe = Math.min(tribes[order.rows[at] ?? 0] ?? 0, tribeCount);
        const count = counts[tribe] ?? 0;
        if (count === 0) seen.push(tribe);
        counts[tribe] = count + 1;
      }
    }
    seen.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other);
    for (let index = 0; index < Math.min(shareCount, seen.length); index += 1) {
      const tribe = seen[index] ?? 0;
      shares.set([tribe, counts[tribe] ?? 0], (cluster * shareCount + index) * 2);
    }
    for (const tribe of seen) counts[tribe] = 0;
  }
  return shares;
}

/** The rows in a cluster. */
export function* rowsOfCluster(
  { cells, clusters }: ClusterLevel,
  { order }: LevelSource,
  cluster: number,
): Generator<number> {
  for (
    let member = clusters.memberStarts[cluster] ?? 0;
    member < (clusters.memberStarts[cluster + 1] ?? 0);
    member += 1
  ) {
    const cell = clusters.members[member] ?? 0;
    for (let at = cells.starts[cell] ?? 0; at < (cells.starts[cell + 1] ?? 0); at += 1) yield order.rows[at] ?? 0;
  }
}
