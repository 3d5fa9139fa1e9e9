import type { ReplyInput } from '@tribehall/contract';

export type LogAnswer = ReplyInput<'GET /logs/entries'>;
export type LogEntry = LogAnswer['entries'][number];

/** Between the entry above and the entry below, `count` lines are missing; null where nobody has counted them. */
export type LogMark = { kind: 'mark'; id: string; count: number | null };
export type LogRow = { kind: 'entry'; id: string; entry: LogEntry } | LogMark;

/** What the page holds of the logs, oldest first. */
export type LogLines = {
  rows: LogRow[];
  /** There are older ones in the window. */
  hasOlder: boolean;
  /** The newest is the last row; false after reading back. */
  isAtEnd: boolean;
};

/** Lines in the page at most, whatever the rate. */
export const maxLines = 400;
/** Lines that stay when older ones come in above: where one reads does not jump. */
const keptLines = 100;

/** The newest entry that is there. */
export function newestId({ rows }: LogLines): string | undefined {
  return rows.findLast(({ kind }) => kind === 'entry')?.id;
}

export function oldestId({ rows }: LogLines): string | undefined {
  return rows.find(({ kind }) => kind === 'entry')?.id;
}

/** The last entry up to a time, or the first one after it. */
export function entryAt({ rows }: LogLines, at: string): string | undefined {
  const time = Date.parse(at);
  const entries = rows.flatMap((row) => (row.kind === 'entry' ? [row.entry] : []));
  return (entries.findLast((entry) => Date.parse(entry.at) <= time) ?? entries[0])?.id;
}

export function startLines({ entries, hasMore }: LogAnswer): LogLines {
  return cutOldest({ rows: entries.map(rowOf), hasOlder: hasMore, isAtEnd: true });
}

/**
 * Takes in the newest lines of the window. They have no gaps; where lines are missing between them and those that were
 * there, a mark says so. Lines that have left a moving window stay as long as there is room.
 */
export function withNewer(lines: LogLines, { entries, skipped }: LogAnswer): LogLines {
  const [first] = entries;
  if (first === undefined) return lines;
  // What is there already is the same object: the page draws only what is new.
  const known = new Map(lines.rows.map((row) => [row.id, row]));
  const added = entries.map((entry) => known.get(entry.id) ?? rowOf(entry));
  if (skipped !== 0) added.unshift({ kind: 'mark', id: markId(first.id), count: skipped });
  return cutOldest({ ...lines, rows: [...rowsBefore(lines.rows, first, skipped !== 0), ...added] });
}

/** A mark belongs to the entry below it, and stays where that stays. */
function rowsBefore(rows: LogRow[], first: LogEntry, isMarked: boolean): LogRow[] {
  const start = rows.findIndex((row) => row.kind === 'entry' && !isBefore(row.entry, first));
  if (start === -1) return rows;
  const isKept = !isMarked && rows[start - 1]?.id === markId(first.id);
  const isMark = rows[start - 1]?.kind === 'mark';
  return rows.slice(0, isMark && !isKept ? start - 1 : start);
}

function isBefore(entry: LogEntry, other: LogEntry): boolean {
  const distance = Date.parse(entry.at) - Date.parse(other.at);
  return distance === 0 ? BigInt(entry.id) < BigInt(other.id) : distance < 0;
}

function markId(belowId: string): string {
  return `above ${belowId}`;
}

/** Takes in what is above the entry `until`; by now the page may begin elsewhere. */
export function withOlder(lines: LogLines, until: string, { entries, hasMore }: LogAnswer): LogLines {
  if (oldestId(lines) !== until) return lines;
  const hasOlder = hasMore && entries.length > 0;
  const kept = lines.rows.slice(0, Math.max(keptLines, maxLines - entries.length));
  const rows = [...entries.slice(kept.length - maxLines).map(rowOf), ...kept];
  const isCut = kept.length < lines.rows.length;
  return { rows, hasOlder: hasOlder || entries.length + kept.length > maxLines, isAtEnd: lines.isAtEnd && !isCut };
}

/** How many lines of an answer came after the entry `seen`; null for many. */
export function countNew({ entries, skipped }: LogAnswer, seen: string): number | null {
  if (skipped === null) return null;
  return entries.length - 1 - entries.findIndex(({ id }) => id === seen) + skipped;
}

/** The oldest go first. A mark right above the first line that stays is still true. */
function cutOldest(lines: LogLines): LogLines {
  let entriesLeft = maxLines;
  let start = lines.rows.length;
  while (start > 0) {
    const row = lines.rows[start - 1];
    if (row?.kind === 'entry') {
      if (entriesLeft === 0) break;
      entriesLeft -= 1;
    }
    start -= 1;
  }
  return start === 0 ? lines : { ...lines, rows: lines.rows.slice(start), hasOlder: true };
}

function rowOf(entry: LogEntry): LogRow {
  return { kind: 'entry', id: entry.id, entry };
}
