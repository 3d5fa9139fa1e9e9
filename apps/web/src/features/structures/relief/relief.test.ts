import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
import { describe, expect, it } from 'vitest';
import { buildPoints, buildStructures } from '../../../testing/structures.ts';
import { axesOf } from '../map/map-frame.ts';
import { paintRelief } from './paint-relief.ts';
import { boxOf, buildField, contourStep, type ReliefField } from './relief-field.ts';
import { imageBounds, inSlices } from './relief-image.ts';

const groundOf = (cells: StructureGround['cells'], water: StructureGround['water'] = []): StructureGround => ({
  cellUnits: 10_000,
  sampleCount: cells.length * 3,
  cells,
  water,
});

function finish<Result>(work: Generator<undefined, Result>): Result {
  for (let next = work.next(); ; next = work.next()) if (next.done) return next.value;
}

function fieldOf(ground: StructureGround): ReliefField {
  const box = boxOf(ground);
  if (box === undefined) throw new Error('There is no ground.');
  return finish(buildField(ground, box));
}

/** By cells from the north-west corner of the box; 0.5 is the middle of the first one. */
function metresAt({ width, metres, metresPerPixel }: ReliefField, x: number, y: number): number | undefined {
  const perCell = 100 / metresPerPixel;
  return metres[Math.floor(y * perCell) * width + Math.floor(x * perCell)];
}

describe('a relief', () => {
  it('has the heights of its cells and passes smoothly between them', () => {
    const field = fieldOf(
      groundOf([
        [4, 7, 10],
        [5, 7, 30],
      ]),
    );
    expect(metresAt(field, 0.5, 0.5)).toBeCloseTo(10, 0);
    expect(metresAt(field, 1.5, 0.5)).toBeCloseTo(30, 0);
    const between = metresAt(field, 1, 0.5) ?? 0;
    expect(between).toBeGreaterThan(15);
    expect(between).toBeLessThan(25);
  });

  it('is unknown between cells that are apart, and at the corners of a lone one', () => {
    const field = fieldOf(
      groundOf([
        [0, 0, 10],
        [4, 0, 30],
      ]),
    );
    for (const x of [1.5, 2.5, 3.5]) expect(metresAt(field, x, 0.5)).toBeNaN();
    expect(metresAt(field, 0.5, 0.5)).toBe(10);
    expect(metresAt(field, 0.05, 0.05)).toBeNaN();
  });

  it('invents nothing: no cells, no relief, and water alone is none', () => {
    expect(boxOf(groundOf([]))).toBeUndefined();
    expect(boxOf(groundOf([], [[1, 1]]))).toBeUndefined();
  });

  it('paints known ground only, with a shore only where both sides are known', () => {
    const inland = fieldOf(
      groundOf([
        [0, 0, 10],
        [3, 0, 30],
      ]),
    );
    const pixels = finish(paintRelief(inland, 'dark'));
    const alphas = Array.from(inland.metres, (_none, index) => pixels[index * 4 + 3]);
    expect(alphas).toEqual(Array.from(inland.metres, (metres) => (Number.isNaN(metres) ? 0 : 255)));
    const coast = [96, 150, 190];
    const coastPixels = (of: ReliefField) => {
      const painted = finish(paintRelief(of, 'dark'));
      return Array.from(of.metres).filter((_none, index) => coast.every((part, at) => painted[index * 4 + at] === part))
        .length;
    };
    expect(coastPixels(inland)).toBe(0);
    expect(coastPixels(fieldOf(groundOf([[0, 0, 10]], [[3, 0]])))).toBe(0);
    expect(coastPixels(fieldOf(groundOf([[0, 0, 10]], [[1, 0]])))).toBeGreaterThan(0);
  });

  it('is bounded in pixels, however wide the world is', () => {
    const { width, height } = fieldOf(
      groundOf([
        [-200, -200, 0],
        [200, 200, 10],
      ]),
    );
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_203);
  });

  it('has a readable number of contour lines', () => {
    expect(contourStep({ lowest: 0, highest: 4 })).toBe(2);
    expect(contourStep({ lowest: -148, highest: -55 })).toBe(10);
    expect(contourStep({ lowest: 0, highest: 900 })).toBe(100);
  });

  it('lies where its cells are on the map, and nowhere on a mirrored one', () => {
    const { map } = buildStructures();
    const ground = groundOf([[-1, 0, 5]]);
    const box = { left: -1, right: 0, top: 0, bottom: 0 };
    const bounds = imageBounds(ground, box, axesOf(buildPoints(), map));
    expect(bounds?.east).toBeCloseTo(0.5 + 10_000 / 685_000);
    expect(bounds?.west).toBeCloseTo(0.5 - 10_000 / 685_000);
    const axis = { factor: -1, offset: 0 };
    expect(imageBounds(ground, box, { u: axis, v: axis })).toBeUndefined();
  });

  it('is painted in slices and stops when it is no longer wanted', async () => {
    const abort = new AbortController();
    let steps = 0;
    function* endless(): Generator<undefined, string> {
      while (steps < 1e9) {
        steps += 1;
        if (steps === 1_000) abort.abort();
        yield undefined;
      }
      return 'done';
    }
    expect(await inSlices(endless(), abort.signal)).toBeUndefined();
  });
});
