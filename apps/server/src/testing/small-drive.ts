import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

type Options = { folder?: string; atEnd?: (clean: () => void) => void };

/**
 * A real drive in memory; undefined if this user may not mount one. `atEnd` is `afterAll` of a file or
 * `onTestFinished` of a test: within a test the former is ignored.
 */
export function mountSmallDrive(
  megabytes: number,
  { folder = mkdtempSync(join(tmpdir(), 'tribehall-drive-')), atEnd = afterAll }: Options = {},
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
