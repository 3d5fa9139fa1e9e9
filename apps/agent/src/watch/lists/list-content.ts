import { isPlayerId } from '@tribehall/ark/rcon/replies';
import { createHash } from 'node:crypto';

/** The ids of one list, sorted by their characters. */
export type ListContent = {
  count: number;
  /** SHA-256 of the ids, one on each line. */
  digest: string;
  has(playerId: string): boolean;
  /** The ids that follow this one. */
  page(after: string | undefined, maxIds: number): { ids: string[]; isLast: boolean };
};

/**
 * One id per line; names or dates may follow it. The ids are stored as one string: there may be 100,000 of them. Those that
 * were there before are in order already, which leaves little to sort.
 */
export function parseList(text: string, before?: ListContent): ListContent {
  const found = new Set(
    text
      .toLowerCase()
      .split(/[\s,;"\ufeff]+/)
      .filter(isPlayerId),
  );
  const known = before?.page(undefined, before.count).ids.filter((id) => found.delete(id)) ?? [];
  const sorted = [...known, ...found].toSorted();
  const ids = sorted.join('\n');
  const lines = `\n${ids}\n`;
  return {
    count: sorted.length,
    digest: createHash('sha256').update(ids).digest('hex'),
    has: (playerId) => lines.includes(`\n${playerId}\n`),
    page(after, maxIds) {
      const rest = lines.slice(after === undefined ? 1 : offsetAfter(lines, after), -1);
      const next = rest === '' ? [] : rest.split('\n', maxIds + 1);
      return { ids: next.slice(0, maxIds), isLast: next.length <= maxIds };
    },
  };
}

/** Where the first id begins that follows this one, which need not be among the lines. */
function offsetAfter(lines: string, after: string): number {
  const offset = lines.indexOf(`\n${after}\n`);
  if (offset >= 0) return offset + after.length + 2;
  const next = lines.split('\n').find((id) => id > after);
  return next === undefined ? lines.length : lines.indexOf(`\n${next}\n`) + 1;
}
