import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

export type EngineLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const maxLineChars = 500;
const maxLinesPerMinute = 120;
const rememberedLines = 20;

// FATAL ends one session, PANIC the server.
const levels: Record<string, keyof EngineLog> = { WARNING: 'warn', ERROR: 'warn', FATAL: 'warn', PANIC: 'error' };
// What it replies while we wait for it to be ready, and sends to connections that close while it stops.
const expected =
  /the database system is (starting up|shutting down)|not yet accepting connections|due to administrator command/;

/** Passes the server's lines on, no more than a reader can follow, and remembers the last ones for a failed start. */
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
        log.warn(`postgres: ${linesInMinute - maxLinesPerMinute} more lines left out`);
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
