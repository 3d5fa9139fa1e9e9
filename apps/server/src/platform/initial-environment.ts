import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/**
 * Overwrites these variables in the process's initial environment, which `/proc/<pid>/environ` shows. They must have
 * been read before. Does nothing on systems without such a file.
 */
export function hideInitial(names: readonly string[]): void {
  let memory: number | undefined;
  try {
    const { start, end } = findEnvironment();
    memory = openSync('/proc/self/mem', 'r+');
    const bytes = Buffer.alloc(end - start);
    readSync(memory, bytes, 0, bytes.length, start);
    for (let at = 0; at < bytes.length;) {
      const next = bytes.indexOf(0, at) < 0 ? bytes.length : bytes.indexOf(0, at);
      const equals = bytes.indexOf('=', at);
      if (equals < next && names.includes(bytes.toString('latin1', at, equals)))
        writeSync(memory, Buffer.alloc(next - equals - 1, '*'), 0, next - equals - 1, start + equals + 1);
      at = next + 1;
    }
  } catch {
    // Not Linux, or not permitted: the variables stay visible to the same user, as before.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Fields 50 and 51 of /proc/self/stat, counted after the process name in parentheses, which may contain anything. */
function findEnvironment(): { start: number; end: number } {
  const text = readFileSync('/proc/self/stat', 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { start: Number(fields[47]), end: Number(fields[48]) };
}
