import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findOpenPlace } from './open-place.mjs';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

it.runIf(isRoot)('finds where somebody else could change a file, or put another one in its place', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-open-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const at = (/** @type {string} */ name) => path.join(folder, name);
  for (const name of ['roots', 'ofNobody', 'ofNobody/below', 'shared', 'sticky', 'sticky/roots'])
    fs.mkdirSync(at(name));
  for (const name of [
    'roots/file',
    'roots/written',
    'ofNobody/below/file',
    'shared/file',
    'sticky/file',
    'sticky/other',
  ])
    fs.writeFileSync(at(name), '');
  fs.chownSync(at('ofNobody'), nobody, nobody);
  fs.chownSync(at('sticky/other'), nobody, nobody);
  fs.chmodSync(at('shared'), 0o775);
  fs.chmodSync(at('sticky'), 0o1777);
  fs.chmodSync(at('roots/written'), 0o606);
  fs.symlinkSync('../roots', at('sticky/roots/link'));
  fs.symlinkSync('ofNobody/below', at('leading'));
  fs.symlinkSync('roots', at('linked'));
  fs.lchownSync(at('linked'), nobody, nobody);

  /** @param {string} name @param {number[]} [users] */
  const found = (name, users) => {
    const place = findOpenPlace(at(name), users);
    return place && path.relative(folder, place.file);
  };
  for (const closed of ['roots/file', 'roots/missing/below', 'sticky/file', 'sticky/roots/link/file'])
    expect(found(closed), closed).toBeUndefined();
  expect(found('roots/written')).toBe('roots/written');
  expect(found('ofNobody/below/file')).toBe('ofNobody');
  expect(found('ofNobody/missing')).toBe('ofNobody');
  expect(found('leading/file')).toBe('ofNobody');
  expect(found('linked/file')).toBe('linked');
  expect(found('shared/file')).toBe('shared');
  expect(found('sticky/other')).toBe('sticky/other');
  expect(findOpenPlace(at('ofNobody'))?.uid).toBe(nobody);
  expect(found('ofNobody/below/file', [0, nobody])).toBeUndefined();
  expect(found('shared/file', [0, nobody])).toBe('shared');
});
