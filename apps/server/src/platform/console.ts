import { fstatSync, writeSync } from 'node:fs';

// A reader that goes away (`| head`, a closed terminal) must not take the portal with it.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** A line for the person at the console. */
export function print(line: string): void {
  write(process.stdout, `${line}\n`);
}

export function printError(line: string): void {
  write(process.stderr, `${line}\n`);
}

/**
 * A line that can't be written is dropped. Files are written without the stream, which would stop after the first
 * failure: a full drive may have free space later.
 */
function write(stream: NodeJS.WriteStream & { fd: number }, text: string): void {
  try {
    if (fstatSync(stream.fd).isFile()) writeSync(stream.fd, text);
    else stream.write(text);
  } catch {
    // There is nowhere to report it.
  }
}
