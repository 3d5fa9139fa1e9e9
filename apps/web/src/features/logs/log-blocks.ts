import type { LogLines, LogRow } from './log-lines.ts';

/** Rows that are rendered together. */
export type LogBlock = { key: number; rows: LogRow[] };

export const blockSize = 10;

/** In blocks by the numbers of the rows, so that new rows change the last block only. */
export function blocksOf(rows: readonly LogRow[], first: number): LogBlock[] {
  const blocks: LogBlock[] = [];
  for (const [index, row] of rows.entries()) {
    const key = Math.floor((first + index) / blockSize);
    const last = blocks.at(-1);
    if (last?.key === key) last.rows.push(row);
    else blocks.push({ key, rows: [row] });
  }
  return blocks;
}

export function isSameBlock(block: readonly LogRow[], other: readonly LogRow[]): boolean {
  return block.length === other.length && block.every((row, index) => row === other[index]);
}

/** The rows at the beginning that are gone; undefined if nothing has stayed. */
export function goneRows(before: readonly LogRow[], { rows }: LogLines): LogRow[] | undefined {
  const [first] = rows;
  const start = first === undefined ? -1 : before.indexOf(first);
  if (start !== -1) return before.slice(0, start);
  const [oldest] = before;
  return oldest !== undefined && rows.includes(oldest) ? [] : undefined;
}
