import { describe, expect, it } from 'vitest';
import { buildPoints, buildStructures } from '../../../testing/structures.ts';
import { buildLevel, depthOf, rowsOfCluster } from './cluster-level.ts';
import { boundsOf, nearestRow } from './map-frame.ts';
import { collectMarks, markAt, noMarks } from './map-marks.ts';
import { countAreas, sourceOf } from './map-scene.ts';
import { fitted, pointOf, wholeMap, type View } from './map-view.ts';
import { shortCount } from './paint-marks.ts';

const { map } = buildStructures();
const size = { width: 700, height: 700 };
const rows = [
  ...Array.from({ length: 30 }, (_, at) => ({ x: 200_000 + at * 10, y: 100_000 })),
  { x: -200_000, y: -200_000 },
];
const points = buildPoints({ rows });
const source = sourceOf(points, map, Uint32Array.from(rows.keys()));

function look(view: View) {
  const level = buildLevel(source, depthOf(view.scale));
  const marks = noMarks();
  collectMarks(marks, level, source, view, size);
  return { level, marks };
}

const radii = { cluster: () => 12, structure: () => 6 };

describe('visible marks', () => {
  const view = fitted(wholeMap, size);

  it('are a cluster and a single structure when zoomed out', () => {
    const { level, marks } = look(view);
    expect(marks.clusters.numbers).toEqual([0]);
    expect(marks.structures.numbers).toEqual([30]);
    expect([...rowsOfCluster(level, source, 0)].toSorted((one, other) => one - other)).toEqual([...Array(30).keys()]);
    const at = pointOf(view, size, { u: source.frame.u[30] ?? 0, v: source.frame.v[30] ?? 0 });
    expect(markAt(marks, at, radii)).toMatchObject({ kind: 'structure', number: 30 });
    const cluster = { x: marks.clusters.x[0] ?? 0, y: (marks.clusters.y[0] ?? 0) + 9 };
    expect(markAt(marks, cluster, radii)).toMatchObject({ kind: 'cluster', number: 0 });
    expect(markAt(marks, { x: 5, y: 5 }, radii)).toBeUndefined();
  });

  it('are only those in view', () => {
    const { marks } = look({ u: 0.2, v: 0.2, scale: 20_000 });
    expect(marks).toMatchObject({ clusters: { numbers: [] }, structures: { numbers: [30] } });
  });

  it('can be counted by area', () => {
    expect(sourceOf(points, map, source.order.rows)).toBe(sourceOf(points, map, source.order.rows));
    expect(countAreas(source)).toBe(2);
    expect(countAreas(sourceOf(points, map, Uint32Array.of(30)))).toBe(1);
    expect(countAreas(sourceOf(points, map, new Uint32Array(0)))).toBe(0);
  });
});

it('bounds and the nearest of some rows', () => {
  const bounds = boundsOf(source.frame, [0, 30]);
  expect(bounds?.west).toBeLessThan(bounds?.east ?? 0);
  expect(boundsOf(source.frame, [])).toBeUndefined();
  expect(nearestRow(source.frame, [0, 29, 30], { u: 0.2, v: 0.2 })).toBe(30);
  expect(nearestRow(source.frame, [], { u: 0, v: 0 })).toBeUndefined();
});

it('short numbers fit into a cluster', () => {
  expect([7, 999, 1_000, 1_249, 9_949, 9_950, 34_400, 200_000].map(shortCount)).toEqual([
    '7',
    '999',
    '1.0k',
    '1.2k',
    '9.9k',
    '10k',
    '34k',
    '200k',
  ]);
});
