import type { StructureGround } from '@tribehall/contract/shared/structure-ground';

/** Heights between the centres of known cells, as pixels. */
export type ReliefField = {
  width: number;
  height: number;
  /** In metres; NaN where nothing is known. */
  metres: Float32Array;
  isWater: Uint8Array;
  /** The side of a pixel. */
  metresPerPixel: number;
  lowest: number;
  highest: number;
};

/** The first and the last cell in each direction. */
export type ReliefBox = { left: number; top: number; right: number; bottom: number };

const maxPixelsPerCell = 12;
const maxSide = 1_200;
const unitsPerMetre = 100;
/** So that a lone cell is painted as large as it is; between neighbours there is no gap. */
const minWeight = 0.19;

export function boxOf({ cells, water }: StructureGround): ReliefBox | undefined {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of [...cells, ...water]) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return cells.length === 0 ? undefined : box;
}

/** Interpolates one row of cells after the other; the caller decides when to go on. */
export function* buildField(ground: StructureGround, box: ReliefBox): Generator<undefined, ReliefField> {
  const [columns, rows] = [box.right - box.left + 1, box.bottom - box.top + 1];
  const perCell = Math.max(2, Math.min(maxPixelsPerCell, Math.floor(maxSide / Math.max(columns, rows))));
  const [width, height] = [columns * perCell, rows * perCell];
  const known = cellsOf(ground, box, columns, rows);
  const metres = new Float32Array(width * height).fill(Number.NaN);
  const isWater = new Uint8Array(width * height);
  const field: ReliefField = {
    width,
    height,
    metres,
    isWater,
    metresPerPixel: ground.cellUnits / unitsPerMetre / perCell,
    ...rangeOf(ground),
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const near = neighboursOf(known, column, row);
      if (near.length > 0) fillCell(field, near, { column, row, perCell });
    }
    yield undefined;
  }
  return field;
}

type Cells = { columns: number; rows: number; heights: Float32Array; water: Uint8Array };

function cellsOf({ cells, water }: StructureGround, { left, top }: ReliefBox, columns: number, rows: number): Cells {
  const heights = new Float32Array(columns * rows).fill(Number.NaN);
  const wet = new Uint8Array(columns * rows);
  for (const [x, y, height] of cells) heights[(y - top) * columns + x - left] = height;
  for (const [x, y] of water) wet[(y - top) * columns + x - left] = 1;
  return { columns, rows, heights, water: wet };
}

/** A known cell, by its centre; NaN for the height of water. */
type Neighbour = { x: number; y: number; height: number };

function neighboursOf({ columns, rows, heights, water }: Cells, column: number, row: number): Neighbour[] {
  const near: Neighbour[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      const height = heights[y * columns + x] ?? Number.NaN;
      if (!Number.isNaN(height) || water[y * columns + x] === 1) near.push({ x: x + 0.5, y: y + 0.5, height });
    }
  }
  return near;
}

type Block = { column: number; row: number; perCell: number };

/** Neighbours count less with their distance, and not at all beyond one cell. */
function fillCell({ width, metres, isWater }: ReliefField, near: Neighbour[], { column, row, perCell }: Block): void {
  for (let down = 0; down < perCell; down += 1) {
    for (let across = 0; across < perCell; across += 1) {
      const [x, y] = [column + (across + 0.5) / perCell, row + (down + 0.5) / perCell];
      let [ground, water, sum] = [0, 0, 0];
      for (const cell of near) {
        const distance = Math.sqrt((cell.x - x) ** 2 + (cell.y - y) ** 2);
        if (distance >= 1) continue;
        const weight = (1 - distance) ** 2;
        if (Number.isNaN(cell.height)) water += weight;
        else {
          ground += weight;
          sum += weight * cell.height;
        }
      }
      const at = (row * perCell + down) * width + column * perCell + across;
      if (ground > minWeight && ground >= water) metres[at] = sum / ground;
      else if (water > minWeight) isWater[at] = 1;
    }
  }
}

function rangeOf({ cells }: StructureGround): { lowest: number; highest: number } {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const [, , height] of cells) {
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
  }
  return { lowest, highest };
}

const steps = [2, 5, 10, 20, 50, 100, 200, 500] as const;
const maxContours = 14;

/** Metres between two contour lines. */
export function contourStep({ lowest, highest }: Pick<ReliefField, 'lowest' | 'highest'>): number {
  return steps.find((step) => (highest - lowest) / step <= maxContours) ?? 1_000;
}
