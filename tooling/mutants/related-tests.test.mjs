import { expect, it } from 'vitest';
import { findRelatedTests } from './related-tests.mjs';

/** @type {Record<string, string[]>} */
const importers = {
  'a.ts': ['b.ts', 'c.ts', 'a.test.ts'],
  'b.ts': ['b.test.ts', 'a.ts'],
  'c.ts': ['d.ts'],
  'd.ts': ['d.test.ts', 'b.test.ts', 'e2e/d.test.ts'],
};

it('finds the unit tests that import a file through others, the nearest first', () => {
  expect(findRelatedTests('a.ts', (file) => importers[file] ?? [])).toEqual(['a.test.ts', 'b.test.ts', 'd.test.ts']);
});
