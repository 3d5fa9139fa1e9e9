import { describe, expect, it } from 'vitest';
import { dropIndex, rowOffset, scrollDirection, type Drag } from './drag-order.ts';

/** Four rows of 50 px, the second one taller. */
const tops = [100, 150, 230, 280];
const dragOf = (from: number, by: number): Drag => ({
  from,
  tops,
  height: from === 1 ? 80 : 50,
  startY: 500,
  y: 500 + by,
});

describe('a dragged row', () => {
  it.each([
    [0, 0, 0],
    [0, 30, 0],
    [0, 50, 1],
    [0, 110, 2],
    [0, 5000, 3],
    [3, -20, 3],
    [3, -40, 2],
    [3, -5000, 0],
    [1, 20, 1],
    [1, 40, 2],
    [1, -40, 0],
  ])('of index %i that is moved by %i px is dropped at %i', (from, by, to) => {
    expect(dropIndex(dragOf(from, by))).toBe(to);
  });

  it('has the others make room for it', () => {
    const down = dragOf(0, 110);
    expect(tops.map((_, index) => rowOffset(down, index))).toEqual([110, -50, -50, 0]);
    const up = dragOf(3, -5000);
    expect(tops.map((_, index) => rowOffset(up, index))).toEqual([50, 50, 50, -5000]);
  });
});

it('scrolls near the edges alone', () => {
  expect([10, 400, 790].map((y) => scrollDirection(y, 800))).toEqual([-1, 0, 1]);
});
