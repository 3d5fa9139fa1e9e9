import fs from 'node:fs';

export type LogFile = { write(line: string): void };

const defaultMaxBytes = 5 * 1024 * 1024;

/** Lines for the operator; when it is full it becomes `<file>.1` and a new one begins. */
export function openLogFile(file: string, maxBytes = defaultMaxBytes): LogFile {
  let size = sizeOf(file);
  return {
    // In one step and without a buffer: the last line before a crash is the one that is looked for.
    write(line) {
      const bytes = Buffer.byteLength(line) + 1;
      if (size > 0 && size + bytes > maxBytes) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`, { mode: 0o600 });
      size += bytes;
    },
  };
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
