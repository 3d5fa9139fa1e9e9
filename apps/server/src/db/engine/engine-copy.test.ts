import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkOrCopyFolder } from './engine-copy.ts';

let top: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'engine-copy-'));
  await mkdir(join(top, 'package', 'bin'), { recursive: true });
});
afterEach(() => rm(top, { recursive: true }));

test('links a file that everybody may use', async () => {
  const source = join(top, 'package', 'bin', 'postgres');
  await writeFile(source, 'program');
  await chmod(source, 0o755);
  await linkOrCopyFolder(join(top, 'package'), join(top, 'engine'));
  expect((await stat(join(top, 'engine', 'bin', 'postgres'))).ino).toBe((await stat(source)).ino);
});

test('copies a closed file and opens only the copy', async () => {
  const source = join(top, 'package', 'bin', 'postgres');
  await writeFile(source, 'program', { mode: 0o600 });
  await linkOrCopyFolder(join(top, 'package'), join(top, 'engine'));
  const copy = join(top, 'engine', 'bin', 'postgres');
  expect(await readFile(copy, 'utf8')).toBe('program');
  expect((await stat(copy)).mode & 0o777).toBe(0o755);
  expect((await stat(source)).mode & 0o777).toBe(0o600);
});
