import { describe, expect, it } from 'vitest';
import { buildPoints, buildStructures } from '../../../testing/structures.ts';
import { buildLevel, depthOf, shareCount, singlesAt, type ClusterLevel } from './cluster-level.ts';
import { cellHas } from './cluster-merge.ts';
import { frameEdge, frameOf } from './map-frame.ts';
import { cellColumn, findKey, filterOrder, cellRow, sortByMortonKey, mortonKey } from './morton-order.ts';

const { map } = buildStructures();
if (map === null) throw new Error('The map is not known.');

describe('frameOf', () => {
  it('projects by the degrees of the map, latitude southwards', () => {
    const rows = [
      { x: 0, y: 0 },
      { x: -342_500, y: 342_500 },
      { x: 68_500, y: -137_000 },
    ];
    const { u, v } = frameOf(buildPoints({ rows }), map);
    expect([...u].map((coordinate) => coordinate.toFixed(3))).toEqual(['0.500', '0.000', '0.600']);
    expect([...v].map((coordinate) => coordinate.toFixed(3))).toEqual(['0.500', '1.000', '0.300']);
  });

  it('clamps invalid coordinates to the edge', () => {
    const rows = [
      { x: Infinity, y: NaN },
      { x: -1e30, y: 1e9 },
    ];
    const { u, v } = frameOf(buildPoints({ rows }), map);
    expect([...u]).toEqual([frameEdge.high, frameEdge.low]);
    expect([...v]).toEqual([frameEdge.low, frameEdge.high]);
  });

  it('fits an unknown map to its structures with one scale', () => {
    const rows = [
      { x: 1_000, y: 500 },
      { x: 5_000, y: 1_500 },
      { x: 1e20, y: NaN },
    ];
    const { u, v } = frameOf(buildPoints({ rows }), null);
    const [left = 0, right = 0] = u;
    const [top = 0, bottom = 0] = v;
    expect(left + right).toBeCloseTo(1);
    expect(top + bottom).toBeCloseTo(1);
    expect(right - left).toBeCloseTo(4 * (bottom - top));
    expect(right - left).toBeGreaterThan(0.8);
    expect(right).toBeLessThan(1);
  });

  it('centres a single structure', () => {
    const { u, v } = frameOf(buildPoints({ rows: [{ x: 7, y: 9 }] }), null);
    expect([u[0], v[0]]).toEqual([0.5, 0.5]);
    expect(frameOf(buildPoints({ rows: [] }), null).u).toHaveLength(0);
  });
});

/** Pseudo-random with a fixed seed. */
function someRows(count: number, tribeCount = 3) {
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => ({
    x: (next() - 0.5) * 685_000,
    y: (next() - 0.5) * 685_000,
    tribe: Math.floor(next() * tribeCount),
  }));
}

describe('the Morton order', () => {
  it('maps a key back to its cell', () => {
    for (const [column, row] of [
      [0, 0],
      [1, 2],
      [65_535, 0],
      [0, 65_535],
      [40_000, 12_345],
    ] as const) {
      const key = mortonKey(column, row);
      expect([cellColumn(key), cellRow(key)]).toEqual([column, row]);
    }
  });

  it('sorts all rows and preserves the order when filtered', () => {
    const frame = frameOf(buildPoints({ rows: someRows(2_000) }), map);
    const order = sortByMortonKey(frame);
    expect([...order.keys]).toEqual([...order.keys].toSorted((one, other) => one - other));
    expect([...order.rows].toSorted((one, other) => one - other)).toEqual([...Array(2_000).keys()]);
    const filtered = filterOrder(order, Uint32Array.of(5, 17, 1_999));
    expect([...filtered.rows]).toEqual([...order.rows].filter((row) => [5, 17, 1_999].includes(row)));
    expect([...filtered.keys]).toEqual([...filtered.rows].map((row) => order.keys[order.rows.indexOf(row)]));
  });

  it('finds a key or where it would be inserted', () => {
    const keys = Uint32Array.of(3, 5, 5, 9, 4_000_000_000);
    expect([0, 3, 4, 5, 10, 4_000_000_000, 4_294_967_295].map((key) => findKey(keys, key))).toEqual([
      0, 0, 1, 1, 4, 4, 5,
    ]);
  });
});

function sourceOf(rows: { x: number; y: number; tribe?: number }[], tribeCount = 3) {
  const points = buildPoints({ rows });
  const frame = frameOf(points, map);
  return { frame, order: sortByMortonKey(frame), tribes: points.columns.tribe, tribeCount };
}

const sharesOf = ({ clusters }: ClusterLevel, cluster: number) =>
  Array.from(clusters.shares.subarray(cluster * shareCount * 2, (cluster + 1) * shareCount * 2));

describe('buildLevel', () => {
  it.each([3, 4, 6, 7, 9, 10, 12])('shows every structure once at depth %i', (depth) => {
    const source = sourceOf(someRows(3_000));
    const { cells, clusters } = buildLevel(source, depth);
    const alone = Array.from(cells.keys.keys())
      .filter((cell) => cells.clusters[cell] === cellHas.structures)
      .map((cell) => (cells.starts[cell + 1] ?? 0) - (cells.starts[cell] ?? 0));
    expect(Math.max(0, ...alone)).toBeLessThanOrEqual(singlesAt(depth));
    const gathered = clusters.sizes.reduce((sum, size) => sum + size, 0);
    expect(alone.reduce((sum, size) => sum + size, 0) + gathered).toBe(3_000);
    expect([...clusters.shares].filter((_, at) => at % 2 === 1).reduce((sum, size) => sum + size, 0)).toBe(gathered);
  });

  it('merges a base across a grid edge into one cluster', () => {
    const near = [-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x: x * 500, y: y * 500, tribe: 1 })));
    const { clusters } = buildLevel(sourceOf([...near, { x: 300, y: 300, tribe: 2 }]), 4);
    expect([...clusters.sizes]).toEqual([5]);
    expect(clusters.u[0]).toBeCloseTo(0.5, 2);
    expect(clusters.v[0]).toBeCloseTo(0.5, 2);
  });

  it('lists the largest tribes of a cluster first', () => {
    const tribes = [5, 0, 3, 5, 5, 3, 1, 2, 4];
    const { clusters } = buildLevel(
      sourceOf(
        tribes.map((tribe) => ({ x: 100, y: 100, tribe })),
        6,
      ),
      4,
    );
    expect([...clusters.sizes]).toEqual([9]);
    expect(
      sharesOf(
        buildLevel(
          sourceOf(
            tribes.map((tribe) => ({ x: 100, y: 100, tribe })),
            6,
          ),
          4,
        ),
        0,
      ),
    ).toEqual([5, 3, 3, 2, 0, 1, 1, 1]);
  });

  it('shows structures individually when zoomed in', () => {
    const walls = Array.from({ length: 20 }, (_, at) => ({ x: at * 300, y: 0 }));
    expect(buildLevel(sourceOf(walls), 4).clusters.count).toBe(1);
    expect(buildLevel(sourceOf(walls), 9).clusters.count).toBe(0);
  });

  it('chooses a cell size for the scale', () => {
    for (const scale of [400, 700, 1_024, 9_999, 100_000]) {
      const cellPx = (scale * 1.5) / 2 ** depthOf(scale);
      expect(cellPx).toBeGreaterThanOrEqual(40);
      expect(cellPx).toBeLessThan(80);
    }
  });
});
