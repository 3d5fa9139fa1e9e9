import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeTarball } from './tarball.mjs';

it('is read by tar, with names, contents and modes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-tarball-'));
  const file = path.join(folder, 'a.tgz');
  const long = Buffer.alloc(1300, 'x');
  fs.writeFileSync(
    file,
    makeTarball([
      { name: 'package/main.js', contents: long, isProgram: true },
      { name: 'package/empty.txt', contents: Buffer.alloc(0) },
      { name: 'package/package.json', contents: Buffer.from('{}') },
    ]),
  );
  const result = spawnSync('tar', ['-xzf', file, '-C', folder], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(fs.readFileSync(path.join(folder, 'package/main.js'))).toEqual(long);
  expect(fs.statSync(path.join(folder, 'package/main.js')).mode & 0o777).toBe(0o755);
  expect(fs.readFileSync(path.join(folder, 'package/empty.txt'), 'utf8')).toBe('');
  expect(fs.readFileSync(path.join(folder, 'package/package.json'), 'utf8')).toBe('{}');
  fs.rmSync(folder, { recursive: true });
});
