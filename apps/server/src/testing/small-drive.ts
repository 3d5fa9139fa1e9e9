import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFileFinished } from './cleanup.ts';

type Options = { folder?: string; atEnd?: (clean: () => void) => void };

/**
 * A real drive in memory; undefined if this user may not mount one. `atEnd` is `onFileFinished` or
 * `onTestFinished`.
 */
export function mountSmallDrive(
  megabytes: number,
  { folder = mkdtempSync(join(tmpdir(), 'tribehall-drive-')), atEnd = onFileFinished }: Options = {},
): string | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  atEnd(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
