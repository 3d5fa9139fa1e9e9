import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ file: string, name: string, message: string, isFlaky?: boolean }} Failure a flaky one passed when it was run again */
/** @typedef {{ passed: number, failed: number, skipped: number, failures?: Failure[] }} Counts */
/** @typedef {Counts & { exitCode: number }} TestResult */

/**
 * Reads a runner's report. A runner that failed without a failed test (or without a report) counts as one failure.
 * @param {string} file @param {number} exitCode @param {(json: any) => Counts} count @returns {TestResult}
 */
export function readReport(file, exitCode, count) {
  const counts = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return { ...counts, exitCode };
}

/** @param {any} json what Vitest's JSON reporter writes @returns {Counts} */
export function countUnitTests({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults = [] }) {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOfFile),
  };
}

/** A file that cannot be loaded has a message but no tests. @param {any} result @returns {Failure[]} */
function failuresOfFile({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.failureMessages.length > 0);
  if (failed.length === 0) return status === 'failed' ? [{ file, name: '', message }] : [];
  return failed.map((/** @type {any} */ test) => ({
    file,
    name: test.fullName,
    message: test.failureMessages.join('\n'),
    isFlaky: test.status === 'passed',
  }));
}

/** @param {any} json what Playwright's JSON reporter writes @returns {Counts} */
export function countBrowserTests({ stats, suites = [], errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [
      ...errors.map((/** @type {any} */ error) => ({ file: '', name: '', message: error.message ?? '' })),
      ...suites.flatMap(failuresOfSuite),
    ],
  };
}

/** @param {any} suite @returns {Failure[]} */
function failuresOfSuite({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap((/** @type {any} */ { ok, file, title, tests }) => {
      const error = lastError(tests);
      if (ok && error === undefined) return [];
      // The same expectation may be in a journey several times.
      const place = error?.location ? `${file}:${error.location.line}` : file;
      return [{ file: place, name: title, message: error?.message ?? '', isFlaky: ok }];
    }),
    ...suites.flatMap(failuresOfSuite),
  ];
}

/** @param {any[]} tests @returns {{ message: string, location?: { line: number } } | undefined} */
function lastError(tests) {
  return tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error;
}

const maxMessageLines = 12;

/** The counts, after every failure once more: a log is read from its end. @param {TestResult[]} results @returns {{ text: string, exitCode: number }} */
export function sumUp(results) {
  /** @param {'passed' | 'failed' | 'skipped'} kind */
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  const skipped = total('skipped');
  const failures = results.flatMap((result) => result.failures ?? []);
  const flaky = failures.filter(({ isFlaky }) => isFlaky).length;
  const counts = [
    `${total('passed')} passed`,
    `${total('failed')} failed`,
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
  return {
    text: [...failures.map(describe), counts].join('\n'),
    exitCode: total('failed') > 0 || results.some((result) => result.exitCode !== 0) ? 1 : 0,
  };
}

/** @param {Failure} failure */
function describe({ file, name, message, isFlaky }) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, maxMessageLines);
  return [
    `${isFlaky ? 'FLAKY' : 'FAILED'} ${[file, name].filter(Boolean).join(' > ')}`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}
