import { useEffect, useState } from 'react';
import { afterPaint } from '../../lib/browser/after-paint.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { blockSize, blocksOf, goneRows, type LogBlock } from './log-blocks.ts';
import type { LogLines, LogRow } from './log-lines.ts';

/** More than are in view on most screens. */
export const firstBlocks = 4;
const fallbackMs = 20;

type Shown = {
  lines: LogLines;
  /** Rows that are gone but still shown. */
  leaving: LogRow[];
  /** The key of the first block that is shown. */
  from: number;
};

type Options = { isFollowing: boolean; isWhole: boolean };

/**
 * The lines in blocks: the newest first, and those above them when the browser is idle, unless all are needed at once.
 * While following, one frame either adds lines below, or adds or removes some above. Both in one paint would move what is
 * in view by another distance than the list is scrolled.
 */
export function useLogBlocks(lines: LogLines, { isFollowing, isWhole }: Options): LogBlock[] {
  const [shown, setShown] = useState<Shown>(() => firstShown(lines));
  const gone = shown.lines === lines ? [] : goneRows([...shown.leaving, ...shown.lines.rows], lines);
  if (gone === undefined) setShown(firstShown(lines));
  else if (shown.lines !== lines && !isFollowing) setShown({ ...shown, lines, leaving: [] });
  const blocks = blocksOf([...shown.leaving, ...shown.lines.rows], shown.lines.first - shown.leaving.length);
  useEffect(() => {
    const [firstBlock] = blocks;
    if (gone === undefined || firstBlock === undefined) return undefined;
    if (shown.lines !== lines) return afterPaint(() => setShown({ ...shown, lines, leaving: gone }));
    if (shown.leaving.length >= blockSize) return afterPaint(() => setShown({ ...shown, leaving: [] }));
    if (firstBlock.key >= shown.from) return undefined;
    return afterPaint(() => whenIdle(() => setShown({ ...shown, from: shown.from - 1 }), fallbackMs));
  });
  return isWhole ? blocks : blocks.filter(({ key }) => key >= shown.from);
}

function firstShown(lines: LogLines): Shown {
  const last = Math.floor((lines.first + lines.rows.length - 1) / blockSize);
  return { lines, leaving: [], from: last - firstBlocks + 1 };
}
