import type { ReplyInput } from '@tribehall/contract';

export type LogReply = ReplyInput<'GET /logs/entries'>;
export type LogEntry = LogReply['entries'][number];

/** `count` lines are missing between the entries above and below; null if uncounted. */
export type LogMark = { kind: 'mark'; id: string; count: number | null };
export type LogRow = { kind: 'entry'; id: string; entry: LogEntry } | LogMark;

/** The loaded log lines, oldest first. */
export type LogLines = {
  rows: LogRow[];
  /** The number of the first row: a row keeps its number when rows above it come and go. */
  first: number;
  /** The window has older lines. */
  hasOlder: boolean;
  /** Whether the last row is the newest line; false after scrolling back. */
  isAtEnd: boolean;
};

/** The maximum number of rendered lines, whatever the rate. */
export const maxLines = 400;
/** Lines that stay when older ones are prepended, so that the view does not jump. */
const retainedLines = 100;

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

export function startLines({ entries, hasMore }: LogReply): LogLines {
  return cutOldest({ rows: entries.map(rowOf), first: 0, hasOlder: hasMore, isAtEnd: true });
}

/**
 * Appends the newest lines of the window. They have no gaps; a mark shows lines missing before them. Lines that have left
 * a moving window stay as long as there is room.
 */
export function withNewer(lines: LogLines, { entries, skipped }: LogReply): LogLines {
  const [first] = entries;
  if (first === undefined) return lines;
  // Known rows keep their identity, so only new ones are rendered.
  const known = new Map(lines.rows.map((row) => [row.id, row]));
  const added = entries.map((entry) => known.get(entry.id) ?? rowOf(entry));
  if (skipped !== 0) added.unshift({ kind: 'mark', id: markId(first.id), count: skipped });
  return cutOldest({ ...lines, rows: [...rowsBefore(lines.rows, first, skipped !== 0), ...added] });
}

/** A mark belongs to the entry below it. */
function rowsBefore(rows: LogRow[], first: LogEntry, isMarked: boolean): LogRow[] {
  const start = rows.findIndex((row) => row.kind === 'entry' && !isBefore(row.entry, first));
  if (start === -1) return rows;
  const isSameMark = !isMarked && rows[start - 1]?.id === markId(first.id);
  const isMark = rows[start - 1]?.kind === 'mark';
  return rows.slice(0, isMark && !isSameMark ? start - 1 : start);
}

function isBefore(entry: LogEntry, other: LogEntry): boolean {
  const distance = Date.parse(entry.at) - Date.parse(other.at);
  return distance === 0 ? BigInt(entry.id) < BigInt(other.id) : distance < 0;
}

function markId(belowId: string): string {
  return `above ${belowId}`;
}

/** Prepends what is above the entry `until`, unless the lines changed meanwhile. */
export function withOlder(lines: LogLines, until: string, { entries, hasMore }: LogReply): LogLines {
  if (oldestId(lines) !== until) return lines;
  const hasOlder = hasMore && entries.length > 0;
  const retained = lines.rows.slice(0, Math.max(retainedLines, maxLines - entries.length));
  const older = entries.slice(retained.length - maxLines).map(rowOf);
  const isCut = retained.length < lines.rows.length;
  return {
    rows: [...older, ...retained],
    first: lines.first - older.length,
    hasOlder: hasOlder || entries.length + retained.length > maxLines,
    isAtEnd: lines.isAtEnd && !isCut,
  };
}

/** How many lines of a reply came after the entry `seen`; null for many. */
export function countNew({ entries, skipped }: LogReply, seen: string): number | null {
  if (skipped === null) return null;
  return entries.length - 1 - entries.findIndex(({ id }) => id === seen) + skipped;
}

/** Drops the oldest lines. A mark right above the first remaining line stays valid. */
function cutOldest(lines: LogLines): LogLines {
  let remaining = maxLines;
  let start = lines.rows.length;
  while (start > 0) {
    const row = lines.rows[start - 1];
    if (row?.kind === 'entry') {
      if (remaining === 0) break;
      remaining -= 1;
    }
    start -= 1;
  }
  return start === 0 ? lines : { ...lines, rows: lines.rows.slice(start), first: lines.first + start, hasOlder: true };
}

function rowOf(entry: LogEntry): LogRow {
  return { kind: 'entry', id: entry.id, entry };
}
