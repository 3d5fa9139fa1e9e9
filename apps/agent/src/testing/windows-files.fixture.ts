import fs, { type FileHandle } from 'node:fs/promises';
import type { FileSystem } from '../files.ts';

const tunnelMs = 15_000;

/**
 * A file system that behaves as Windows does: files that others hold cannot be opened (EBUSY) or replaced (EPERM), and a file
 * gets the birth time of one that had its name within the last 15 seconds (NTFS tunnelling).
 */
export function windowsFiles() {
  const locks = new Map<string, number>();
  const births = new Map<string, { birthtimeMs: number; goneAt: number }>();
  const attempts: string[] = [];
  const check = (file: string, code: 'EBUSY' | 'EPERM') => {
    const count = locks.get(file) ?? 0;
    attempts.push(file);
    if (count <= 0) return;
    locks.set(file, count - 1);
    throw Object.assign(new Error(`${code}: resource busy or locked, ${file}`), { code });
  };
  const system: FileSystem = {
    isWindows: true,
    async open(file, ...rest) {
      check(String(file), 'EBUSY');
      return tunnelled(await fs.open(file, ...rest), births.get(String(file)));
    },
    readFile: (async (file: string, ...rest: []) => {
      check(file, 'EBUSY');
      return fs.readFile(file, ...rest);
    }) as FileSystem['readFile'],
    async copyFile(from, to) {
      check(String(from), 'EBUSY');
      await fs.copyFile(from, to);
    },
    async rename(from, to) {
      check(String(to), 'EPERM');
      await fs.rename(from, to);
    },
    async rm(file, options) {
      check(String(file), 'EPERM');
      await fs.rm(file, options);
    },
  };
  return {
    system,
    attempts,
    /** The next attempts to use it fail. */
    lock: (file: string, times = Infinity) => void locks.set(file, times),
    release: (file: string) => void locks.delete(file),
    /** Removes a file that was an hour old; the next one of this name gets its birth time. */
    async remove(file: string) {
      births.set(file, { birthtimeMs: Date.now() - 3_600_000, goneAt: Date.now() });
      await fs.rm(file);
    },
  };
}

function tunnelled(handle: FileHandle, before: { birthtimeMs: number; goneAt: number } | undefined): FileHandle {
  if (!before || Date.now() - before.goneAt > tunnelMs) return handle;
  const stat = handle.stat.bind(handle);
  return Object.assign(handle, {
    stat: async (options?: { bigint: true }) =>
      options ? stat(options) : Object.assign(await stat(), { birthtimeMs: before.birthtimeMs }),
  });
}
