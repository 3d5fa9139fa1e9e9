import fs from 'node:fs';
import promises from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** File operations that wait for others to release a file. On Windows a virus scanner, a backup or the game may hold any. */
export type Files = Pick<typeof promises, (typeof operations)[number]>;

/** What the operating system does. */
export type FileSystem = Files & { isWindows: boolean };

const waitsMs = [10, 20, 40, 80, 160, 320, 640];

export function createFiles(system: FileSystem = ofThisMachine()): Files {
  const patient =
    (name: keyof Files) =>
    (...args: unknown[]) =>
      retryLocked(() => (system[name] as (...args: unknown[]) => Promise<unknown>)(...args), system.isWindows);
  return Object.fromEntries(operations.map((name) => [name, patient(name)])) as unknown as Files;
}

const operations = ['open', 'readFile', 'copyFile', 'rename', 'rm'] as const;

function ofThisMachine(): FileSystem {
  return Object.assign(Object.create(promises) as typeof promises, { isWindows: process.platform === 'win32' });
}

export const files: Files = createFiles();

async function retryLocked<Result>(operation: () => Promise<Result>, isWindows: boolean): Promise<Result> {
  for (const ms of waitsMs) {
    try {
      return await operation();
    } catch (error) {
      if (!isLocked(error, isWindows)) throw error;
      await wait(ms);
    }
  }
  return operation();
}

/** Windows also says EPERM and EACCES of a file that is open elsewhere; on other systems they are final. */
function isLocked(error: unknown, isWindows: boolean): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EBUSY' || (isWindows && (code === 'EPERM' || code === 'EACCES'));
}

const stepMs = 20;
const maxSteps = 100;

/** Renames a file or folder that is complete to its final name, for callers that cannot wait otherwise. */
export function renameWhenFree(
  from: string,
  to: string,
  { isWindows, renameSync }: { isWindows: boolean; renameSync: typeof fs.renameSync } = {
    isWindows: process.platform === 'win32',
    renameSync: fs.renameSync,
  },
): void {
  for (let step = 0; ; step += 1) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (step >= maxSteps || !isLocked(error, isWindows)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
    }
  }
}
