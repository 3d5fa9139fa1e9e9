import { expect, it } from 'vitest';
import { page } from './leaks-scenario.mjs';

const before = { rssMib: 100, heapMib: 50, files: 38 };

it.each([
  ['no growth', { rssMib: 102, heapMib: 40, files: 58 }, []],
  ['more memory', { rssMib: 102.1, heapMib: 50, files: 38 }, ['resident memory: +2.1 %']],
  ['a larger heap', { rssMib: 100, heapMib: 55, files: 38 }, ['heap in use: +10.0 %']],
  ['more files', { rssMib: 90, heapMib: 50, files: 59 }, ['21 more open files']],
])('fails where something has grown too much: %s', (_, after, failures) => {
  expect(page(before, after).failures).toEqual(failures);
});
