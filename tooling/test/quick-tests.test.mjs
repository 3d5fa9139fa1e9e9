import { expect, it } from 'vitest';
import { isQuick } from './quick-tests.mjs';

/** @type {Record<string, string[]>} */
const imports = {
  'a.test.ts': ['a.ts', 'vitest'],
  'a.ts': ['b.ts', 'node:fs'],
  'b.ts': ['a.ts'],
  'c.test.ts': ['c.ts'],
  'c.ts': ['d.ts'],
  'd.ts': ['node:child_process'],
  'e.test.ts': ['apps/server/src/testing/test-app.ts'],
};
/** @param {string} test */
const judge = (test) => isQuick(test, (file) => imports[file] ?? []);

it('takes tests that start nothing, however deep they import', () => {
  expect(judge('a.test.ts')).toBe(true);
  expect(judge('c.test.ts')).toBe(false);
  expect(judge('e.test.ts')).toBe(false);
});
