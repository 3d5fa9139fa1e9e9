export type Cell = { row: number; column: number };

type Extent = { rowCount: number; columnCount: number; pageRows: number };

const moves: Record<string, (cell: Cell, extent: Extent) => Cell> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  Home: ({ column }) => ({ row: 0, column }),
  End: ({ column }, { rowCount }) => ({ row: rowCount - 1, column }),
};

/** The cell a key leads to; undefined for keys that do not move. */
export function moveCell(cell: Cell, key: string, extent: Extent): Cell | undefined {
  const moved = moves[key]?.(cell, extent);
  if (moved === undefined) return undefined;
  return {
    row: clamp(moved.row, extent.rowCount - 1),
    column: clamp(moved.column, extent.columnCount - 1),
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
