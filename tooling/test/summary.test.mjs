import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countBrowserTests, countUnitTests, readReport, sumUp } from './summary.mjs';

const clean = { passed: 3, failed: 0, skipped: 0, exitCode: 0 };

describe('the last line', () => {
  it('adds up all runners', () => {
    expect(sumUp([clean, { passed: 2, failed: 1, skipped: 0, exitCode: 1 }])).toEqual({
      text: '5 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('names skipped tests only where there are any', () => {
    expect(sumUp([clean]).text).toBe('3 passed, 0 failed');
    expect(sumUp([{ ...clean, skipped: 4 }])).toEqual({ text: '3 passed, 0 failed, 4 skipped', exitCode: 0 });
  });
});

describe('the failures', () => {
  it('of unit tests come before the last line, with file, name and message', () => {
    const unit = countUnitTests({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'works', failureMessages: [] },
            { status: 'failed', fullName: 'breaks', failureMessages: ['\u001B[31mError: no\u001B[39m\n    at a.ts:1'] },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'Cannot load', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
      ],
    });
    expect(sumUp([{ ...unit, exitCode: 1 }]).text.split('\n')).toEqual([
      'FAILED a.test.ts > breaks',
      '  Error: no',
      '      at a.ts:1',
      'FAILED b.test.ts',
      '  Cannot load',
      '1 passed, 1 failed',
    ]);
  });

  it('of a unit test that passed when it was run again are told as flaky', () => {
    const unit = countUnitTests({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          message: '',
          assertionResults: [{ status: 'passed', fullName: 'hesitates', failureMessages: ['Error: too late'] }],
        },
      ],
    });
    expect(sumUp([{ ...unit, exitCode: 0 }])).toEqual({
      text: 'FLAKY a.test.ts > hesitates\n  Error: too late\n1 passed, 0 failed, 1 flaky',
      exitCode: 0,
    });
  });

  it('of a journey that passed when it was run again are told as flaky', () => {
    const spec = {
      ok: true,
      file: 'a.test.ts',
      title: 'hesitates',
      tests: [{ results: [{ error: { message: 'Error: too late', location: { line: 7 } } }, {}] }],
    };
    const journeys = countBrowserTests({
      stats: { expected: 2, flaky: 1, unexpected: 0, skipped: 0 },
      suites: [{ specs: [spec] }],
    });
    expect(sumUp([{ ...journeys, exitCode: 0 }])).toEqual({
      text: 'FLAKY a.test.ts:7 > hesitates\n  Error: too late\n3 passed, 0 failed, 1 flaky',
      exitCode: 0,
    });
  });

  it('of journeys are found in nested suites', () => {
    const journeys = countBrowserTests({
      stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
      suites: [
        {
          specs: [{ ok: true, file: 'a.test.ts', title: 'works', tests: [] }],
          suites: [
            {
              specs: [
                {
                  ok: false,
                  file: 'a.test.ts',
                  title: 'breaks',
                  tests: [{ results: [{ error: { message: 'Error: hidden' } }] }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(sumUp([{ ...journeys, exitCode: 1 }]).text.split('\n')).toEqual([
      'FAILED a.test.ts > breaks',
      '  Error: hidden',
      '1 passed, 1 failed',
    ]);
  });
});

const count = (/** @type {any} */ json) => json;

describe('a report', () => {
  it('that is missing although the runner failed is one failure', () => {
    expect(readReport('/nowhere.json', 1, count)).toEqual({ passed: 0, failed: 1, skipped: 0, exitCode: 1 });
  });

  it('without a failed test does not hide that the runner failed', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-report-'));
    const file = path.join(folder, 'report.json');
    fs.writeFileSync(file, JSON.stringify({ passed: 7, failed: 0, skipped: 0 }));
    expect(readReport(file, 1, count).failed).toBe(1);
    expect(readReport(file, 0, count).failed).toBe(0);
    fs.rmSync(folder, { recursive: true });
  });
});
