import type { LogReply, LogEntry } from '../features/logs/log-lines.ts';

const start = Date.parse('2026-03-04T12:00:00.000Z');

/** The id is also the second of its timestamp. */
export function buildLogEntry(id: number, changes: Partial<LogEntry> = {}): LogEntry {
  return {
    id: String(id),
    at: new Date(start + id * 1000).toISOString(),
    host: 'portal-1',
    key: 'http',
    level: 'info',
    text: `line ${id}`,
    ...changes,
  };
}

/** Entries `from` to `to`, oldest first. */
export function buildLogReply(from: number, to: number, changes: Partial<LogReply> = {}): LogReply {
  const entries = Array.from({ length: to - from + 1 }, (_, index) => buildLogEntry(from + index));
  return { entries, hasMore: false, skipped: 0, ...changes };
}
