import { expect, it } from 'vitest';
import { mutantReport, scoreOf } from './report.mjs';

const change = { start: 4, end: 8, replacement: 'false', operator: /** @type {const} */ ('flip boolean') };

/** @param {string} area @param {import('./judge.mjs').Verdict['outcome']} outcome @param {string} reason */
const verdict = (area, outcome, reason) => ({
  mutant: { ...change, file: `${area}/a.ts`, area, line: 3, before: 'a = true;', after: 'a = false;' },
  outcome,
  reason,
});

it('counts by area and shows what survived; what fails without a mutant has no part in the score', () => {
  const verdicts = [
    verdict('b', 'killed', 'b/a.test.ts > works'),
    verdict('a', 'survived', ''),
    verdict('b', 'broken', 'b/a.test.ts > breaks'),
  ];
  expect(scoreOf(verdicts)).toBe(50);
  expect(mutantReport(verdicts)).toBe(`| area | killed | survived |
|---|---|---|
| a | 0 | 1 |
| b | 1 | 0 |

SURVIVED a/a.ts:3 flip boolean
  - a = true;
  + a = false;

BROKEN b/a.ts:3 flip boolean
  Fails without the mutant too: b/a.test.ts > breaks
  - a = true;
  + a = false;

1 killed, 1 survived: 50 %`);
});
