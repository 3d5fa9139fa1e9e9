import { describe, expect, it } from 'vitest';
import { gridOf } from './map-grid.ts';
import { between, fitted, maxScale, panned, pointOf, spotOf, wholeMap, zoomed } from './map-view.ts';

const size = { width: 800, height: 600 };
const start = fitted(wholeMap, size);

describe('the view of a map', () => {
  it('starts with the whole map', () => {
    const corner = pointOf(start, size, { u: 0, v: 0 });
    const other = pointOf(start, size, { u: 1, v: 1 });
    expect(corner.x).toBeGreaterThan(0);
    expect(corner.y).toBeGreaterThan(0);
    expect(other.y).toBeLessThan(size.height);
    expect(other.x - corner.x).toBeCloseTo(other.y - corner.y);
  });

  it('holds the spot under the pointer while zooming, also during the animation', () => {
    const pointer = { x: 250, y: 410 };
    const spot = spotOf(start, size, pointer);
    const near = zoomed(start, size, 7, pointer);
    for (const view of [near, between(start, near, 0.3), between(start, near, 0.9), zoomed(near, size, 0.5, pointer)]) {
      const { x, y } = pointOf(view, size, spot);
      expect(x).toBeCloseTo(pointer.x, 3);
      expect(y).toBeCloseTo(pointer.y, 3);
    }
    expect(between(start, near, 1)).toEqual(near);
  });

  it('pans', () => {
    const spot = spotOf(start, size, { x: 100, y: 100 });
    const { x, y } = pointOf(panned(start, { x: 30, y: -20 }), size, spot);
    expect([x, y].map(Math.round)).toEqual([130, 80]);
  });

  it('is limited', () => {
    expect(zoomed(start, size, 1e9, { x: 0, y: 0 }).scale).toBe(maxScale);
    expect(zoomed(start, size, 1e-9, { x: 0, y: 0 }).scale).toBeGreaterThan(300);
    const far = panned(start, { x: -1e9, y: 1e9 });
    expect([far.u, far.v]).toEqual([1.1, -0.1]);
  });

  it('fits a single structure', () => {
    const spot = { west: 0.3, east: 0.3, north: 0.7, south: 0.7 };
    const view = fitted(spot, size, 30_000);
    expect(view).toMatchObject({ v: 0.7, scale: 30_000 });
    expect(view.u).toBeCloseTo(0.3, 2);
  });

  it.each([
    ['a screen', size],
    ['a phone', { width: 358, height: 376 }],
    ['a small phone', { width: 288, height: 320 }],
  ])('has margins for clusters and buttons on %s', (_, screen) => {
    const view = fitted(wholeMap, screen);
    const [start, end] = [pointOf(view, screen, { u: 0, v: 0 }), pointOf(view, screen, { u: 1, v: 1 })];
    expect(Math.min(start.x, start.y, screen.height - end.y)).toBeGreaterThanOrEqual(31.9);
    expect(screen.width - end.x).toBeGreaterThanOrEqual(63.9);
  });
});

describe('the grid of a map', () => {
  it('has tens from 0 to 100 over the whole map', () => {
    const { longitudes, latitudes, decimals } = gridOf(start, size);
    expect(longitudes.map(({ degrees }) => degrees)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(latitudes).toHaveLength(11);
    expect(latitudes[5]?.at).toBeCloseTo(size.height / 2);
    expect(longitudes.filter(({ isMain }) => isMain).map(({ degrees }) => degrees)).toEqual([0, 50, 100]);
    expect(decimals).toBe(0);
  });

  it('is denser when zoomed in, and only covers the view', () => {
    const near = fitted({ west: 0.42, east: 0.45, north: 0.6, south: 0.63 }, size);
    const { longitudes, decimals } = gridOf(near, size);
    expect(decimals).toBe(1);
    expect(longitudes.length).toBeGreaterThan(4);
    expect(longitudes.length).toBeLessThan(size.width / 40);
    expect(longitudes.every(({ at }) => at >= -1 && at <= size.width + 1)).toBe(true);
  });

  it('ends at the edge of the map', () => {
    const { longitudes } = gridOf(panned(start, { x: 700, y: 0 }), size);
    expect(longitudes[0]?.degrees).toBe(0);
  });
});
