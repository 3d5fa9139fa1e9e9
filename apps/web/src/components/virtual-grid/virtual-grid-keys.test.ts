import { describe, expect, it } from 'vitest';
import { moveCell } from './virtual-grid-keys.ts';

const extent = { rowCount: 100, columnCount: 3, pageRows: 10 };

describe('moveCell', () => {
  it.each([
    ['ArrowDown', { row: 6, column: 1 }],
    ['ArrowUp', { row: 4, column: 1 }],
    ['ArrowLeft', { row: 5, column: 0 }],
    ['ArrowRight', { row: 5, column: 2 }],
    ['PageDown', { row: 15, column: 1 }],
    ['PageUp', { row: 0, column: 1 }],
    ['Home', { row: 0, column: 1 }],
    ['End', { row: 99, column: 1 }],
  ])('leads with %s to %j', (key, cell) => {
    expect(moveCell({ row: 5, column: 1 }, key, extent)).toEqual(cell);
  });

  it('stays inside', () => {
    expect(moveCell({ row: 99, column: 2 }, 'ArrowDown', extent)).toEqual({ row: 99, column: 2 });
    expect(moveCell({ row: 0, column: 0 }, 'ArrowLeft', extent)).toEqual({ row: 0, column: 0 });
    expect(moveCell({ row: 0, column: 0 }, 'End', { ...extent, rowCount: 0 })).toEqual({ row: 0, column: 0 });
  });

  it.each(['Enter', 'a', 'Tab'])('leaves %s alone', (key) => {
    expect(moveCell({ row: 0, column: 0 }, key, extent)).toBeUndefined();
  });
});
