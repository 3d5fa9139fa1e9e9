import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { printError } from './console.ts';
import { openLogFile } from './log-file.ts';

const maxBytes = 16 * 1024 * 1024;

/**
 * Logs JSON lines to at most two files in the data folder, and warnings in readable form to the console. `onLine` also
 * receives each line; it must not throw.
 */
export function openLog(
  dataDir: string,
  level: string,
  onLine: (line: string) => void,
): { log: Logger; close(): void } {
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'portal.log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rotate(path);
  const file = openLogFile(path);
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.multistream([
      { level: level as pino.Level, stream: file },
      { level: level as pino.Level, stream: { write: onLine } },
      { level: 'warn', stream: { write: (line: string) => printError(readable(line)) } },
    ]),
  );
  const timer = setInterval(() => rotate(path) && file.reopen(), 60_000).unref();
  return {
    log,
    close: () => {
      clearInterval(timer);
      file.close();
    },
  };
}

function rotate(path: string): boolean {
  try {
    if (!existsSync(path) || statSync(path).size < maxBytes) return false;
    renameSync(path, `${path}.1`);
    return true;
  } catch {
    // Retried the next time.
    return false;
  }
}

/** Without the parameters in a database error, which can be secrets. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const isQuery = 'query' in error && 'params' in error;
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return {
    name,
    ...code,
    message: isQuery ? 'A database query failed' : message,
    ...(isQuery ? {} : { stack }),
    ...cause,
  };
}

function readable(line: string): string {
  const { time, level, msg, err } = JSON.parse(line) as {
    time: string;
    level: number;
    msg: string;
    err?: { message?: string };
  };
  const text = `${msg}${err?.message ? `: ${err.message}` : ''}`.replace(/\p{Cc}/gu, ' ');
  return `${time} ${pino.levels.labels[level] ?? ''}: ${text}`;
}
