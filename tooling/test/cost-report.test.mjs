import { expect, it } from 'vitest';
import { costTable } from './cost-report.mjs';

it('lists the slowest files first, below the total, and what is no CPU time as waiting', () => {
  const table = costTable([
    { file: 'quick.test.ts', setUpMs: 100, testsMs: 400, cpuMs: 600, programsMs: 0 },
    { file: 'slow.test.ts', setUpMs: 1000, testsMs: 9000, cpuMs: 2500, programsMs: 4000 },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| all 2 files | 1.1 | 9.4 | 3.1 | 4.0 | 3.4 |',
    '| slow.test.ts | 1.0 | 9.0 | 2.5 | 4.0 | 3.5 |',
    '| quick.test.ts | 0.1 | 0.4 | 0.6 | 0.0 | 0.0 |',
  ]);
});
