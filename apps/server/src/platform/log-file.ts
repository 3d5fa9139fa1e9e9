import { closeSync, openSync, writeSync } from 'node:fs';

export type LogFile = { write(line: string): void; reopen(): void; close(): void };

/**
 * Appends lines to a file, synchronously. A line that can't be written, because the drive is full or gone, is dropped,
 * and the portal keeps running. When writing works again, a line says how many are missing.
 */
export function openLogFile(path: string): LogFile {
  let fd: number | undefined;
  let dropped = 0;
  let lastCode = '';
  let isTorn = false;
  const open = () => (fd ??= openSync(path, 'a', 0o600));
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  const put = (text: string) => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text);
    const written = writeSync(open(), bytes);
    // On a full drive, only part of a line may have been written.
    isTorn = written > 0 ? written < bytes.length : isTorn;
    if (written < bytes.length) throw Object.assign(new Error('The line was cut'), { code: 'ENOSPC' });
  };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      dropped += 1;
      lastCode = (error as NodeJS.ErrnoException).code ?? 'an error';
    }
  };
  return {
    write: (line) =>
      attempt(() => {
        const missing = dropped > 0 ? missingLine(dropped, lastCode) : '';
        put(`${missing}${line}`);
        dropped = 0;
      }),
    // A file that cannot be opened is tried again with the next line.
    reopen: close,
    close,
  };
}

function missingLine(count: number, code: string): string {
  const lines = count === 1 ? '1 log line' : `${count} log lines`;
  const msg = `${lines} could not be written and ${count === 1 ? 'is' : 'are'} missing here: ${code}`;
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), msg })}\n`;
}
