import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder, root } from '../paths.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { readReport } from './summary.mjs';

const program = path.join(root, 'node_modules/vitest/vitest.mjs');
const report = path.join(cacheFolder, 'test/unit.json');

/** Everything beside the code, in packages, apps and tooling. @param {string[]} args names to run, or Vitest's options */
export async function runUnitTests(args) {
  fs.rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { exitCode } = await runNodeProgram(program, ['run', ...reporters, ...args], { cwd: root });
  return readReport(report, exitCode, (/** @type {any} */ json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
  }));
}
