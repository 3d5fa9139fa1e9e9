import type { Chunk } from '@codemirror/merge';
import type { Text } from '@codemirror/state';
import type { LineCounts } from './editor-handle.ts';

/** Counts added and removed lines. A changed line is both. */
export function changedLines(chunks: readonly Chunk[], before: Text, after: Text): LineCounts {
  let added = 0;
  let removed = 0;
  for (const { fromA, toA, endA, fromB, toB, endB } of chunks) {
    removed += lineCount(before, fromA, toA, endA);
    added += lineCount(after, fromB, toB, endB);
  }
  return { added, removed };
}

function lineCount(doc: Text, from: number, to: number, end: number): number {
  return from === to ? 0 : doc.lineAt(Math.min(end, doc.length)).number - doc.lineAt(from).number + 1;
}
