import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { exitCode: number }} TestResult */

/**
 * The counts of a runner's report. A runner that failed without a failed test (or without a report) counts as one failure.
 * @param {string} file @param {number} exitCode @param {(json: any) => Counts} count @returns {TestResult}
 */
export function readReport(file, exitCode, count) {
  const counts = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return { ...counts, exitCode };
}

/** @param {TestResult[]} results @returns {{ line: string, exitCode: number }} */
export function sumUp(results) {
  /** @param {keyof Counts} kind */
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  const skipped = total('skipped');
  const line = `${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, exitCode: total('failed') > 0 || results.some((result) => result.exitCode !== 0) ? 1 : 0 };
}
