import { expect, it } from 'vitest';
import { findShapeProblems, isShaped } from './shape-rules.mjs';

/** @param {string} file @param {number} lines @param {string[]} imports */
const shaped = (file, lines, imports = []) => ({ file, lines, imports });

it('finds a file that is too long', () => {
  expect(findShapeProblems([shaped('apps/a/a.ts', 300)])).toEqual([]);
  expect(findShapeProblems([shaped('apps/a/a.ts', 301)])).toEqual([
    expect.stringContaining('apps/a/a.ts has 301 lines, at most 300.'),
  ]);
});

it('finds a folder with too many files, without those of its subfolders', () => {
  const files = Array.from({ length: 25 }, (_, index) => shaped(`apps/a/${index}.ts`, 50));
  expect(findShapeProblems([...files, shaped('apps/a/b/c.ts', 50)])).toEqual([]);
  expect(findShapeProblems([...files, shaped('apps/a/more.ts', 50)])).toEqual([
    expect.stringContaining('apps/a has 26 source files, at most 25.'),
  ]);
});

it('finds too many tiny files with one importer', () => {
  const importers = [shaped('apps/a/a.ts', 50, ['apps/a/tiny.ts', 'apps/a/shared.ts'])];
  const others = Array.from({ length: 6 }, (_, index) => shaped(`apps/b/${index}.ts`, 41, ['apps/a/shared.ts']));
  const tree = [...importers, ...others.slice(0, 3), shaped('apps/a/tiny.ts', 40), shaped('apps/a/shared.ts', 10)];
  expect(findShapeProblems(tree)).toEqual([
    expect.stringContaining('1 of 6 files (16.7 %, at most 14 %)'),
    '  apps/a/tiny.ts ← apps/a/a.ts',
  ]);
  expect(findShapeProblems([...tree, ...others.slice(3)])).toEqual([]);
});

it('counts what ships or runs', () => {
  expect(['apps/a/src/a.ts', 'tooling/a.mjs', 'e2e/journey.ts'].filter(isShaped)).toHaveLength(3);
  const others = [
    'apps/a/a.test.ts',
    'apps/a/a.fixture.mjs',
    'apps/a/testing/a.ts',
    'apps/a/a.d.ts',
    'vitest.config.ts',
  ];
  expect(others.filter(isShaped)).toEqual([]);
});
