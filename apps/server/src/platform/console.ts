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

/** One line that is written over again and again; nothing where nobody watches. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`);
}

/** Asks at the terminal for a text that is not shown; undefined where there is no terminal. */
export function askSecretly(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return Promise.resolve(undefined);
  // First: what is typed as soon as the question is there would be shown.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  showProgress('');
  stderr.write(question);
  return new Promise((resolve) => {
    let text = '';
    const end = (answer: string | undefined) => {
      stdin.off('data', read).setRawMode(false).pause();
      stderr.write('\n');
      resolve(answer);
    };
    const read = (typed: string) => {
      for (const sign of typed) {
        if (sign === '\r' || sign === '\n') return end(text);
        if (sign === '\u0003' || sign === '\u0004') return end(undefined);
        text = sign === '\u007f' || sign === '\b' ? text.slice(0, -1) : text + sign;
      }
    };
    stdin.on('data', read);
  });
}
