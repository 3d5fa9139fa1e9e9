import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

export type EngineLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const maxLineChars = 500;
const maxLinesPerMinute = 120;
const rememberedLines = 20;

// FATAL ends one session, PANIC the server.
const levels: Record<string, keyof EngineLog> = { WARNING: 'warn', ERROR: 'warn', FATAL: 'warn', PANIC: 'error' };
// Routine messages while the portal waits for the start, and for open connections during a stop.
const expected =
  /the database system is (starting up|shutting down)|not yet accepting connections|due to administrator command/;

/** Logs the server's stderr, limited per minute, and remembers the last lines for the error of a failed start. */
export function captureLog(stderr: Readable, log: EngineLog): { lastLines: () => string } {
  const remembered: string[] = [];
  let minute = 0;
  let linesInMinute = 0;
  createInterface({ input: stderr }).on('line', (full) => {
    const line = full.slice(0, maxLineChars);
    remembered.push(line);
    if (remembered.length > rememberedLines) remembered.shift();
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) {
      if (linesInMinute > maxLinesPerMinute)
        log.warn(`postgres: ${linesInMinute - maxLinesPerMinute} more lines omitted`);
      minute = now;
      linesInMinute = 0;
    }
    linesInMinute += 1;
    if (linesInMinute <= maxLinesPerMinute) log[levelOf(line)](`postgres: ${line}`);
  });
  return { lastLines: () => remembered.join('\n') };
}

function levelOf(line: string): keyof EngineLog {
  if (expected.test(line)) return 'info';
  return levels[/^[A-Z]+/.exec(line)?.[0] ?? ''] ?? 'info';
}
