import os from 'node:os';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { followDescendants } from './run/descendants.mjs';
import { provideForTests } from './release/node-program.mjs';
import { withStopSignal } from './run/stop-signals.mjs';
import { setUp } from './setup/set-up.mjs';
import { endLeftBehind } from './test/left-behind.mjs';
import { runBrowserTests, runUnitTests } from './test/run-tests.mjs';
import { Stop } from './stop.mjs';
import { sumUp } from './test/summary.mjs';
import { placeTempFiles } from './test/temp-folder.mjs';

/**
 * `npm test -- users` runs the unit tests of that name, `--unit` and `--e2e` only one kind; other arguments are passed on.
 * `--report` lists the slowest unit test files with what they spend. `--quick` runs the unit tests that start nothing,
 * `--deep` all tests with larger numbers. `--pictures` lets the journeys write the pictures of the documents.
 */
await command(async () => {
  const own = new Set(['--unit', '--e2e', '--report', '--quick', '--deep', '--pictures']);
  const args = process.argv.slice(2);
  const wanted = args.filter((arg) => !own.has(arg));
  const onlyBrowser = args.includes('--e2e');
  const onlyUnit = args.includes('--unit') || args.includes('--report') || (wanted.length > 0 && !onlyBrowser);

  if (args.includes('--deep')) process.env.TEST_DEPTH = 'deep';
  if (args.includes('--pictures')) process.env.PICTURES = 'write';
  if (args.includes('--quick')) return runQuickTests(wanted);

  await setUp(root, { debian: ['start', 'test'], targets: ['server', 'world', 'agent', 'web'] });
  if (!onlyBrowser) await provideForTests(root, wanted);
  const removeTempFolder = placeTempFiles();
  try {
    const results = await withStopSignal(async (signal) => {
      // Looked up while their parents are still there.
      const descendants = followDescendants(process.pid, { isRepeated: false });
      signal.addEventListener('abort', descendants.look);
      try {
        const unit = onlyBrowser ? [] : [await runUnitTests(wanted, { isReported: args.includes('--report'), signal })];
        return onlyUnit ? unit : [...unit, await runBrowserTests(wanted, { signal })];
      } finally {
        if (signal.aborted) await descendants.end({ isForAll: true });
      }
    });
    const { text, exitCode } = sumUp([...results, await judgeLeftBehind(os.tmpdir())]);
    console.log(text);
    return exitCode;
  } finally {
    removeTempFolder();
  }
});

/**
 * Lists processes that tests have left behind with what is flaky, and ends them.
 * @param {string} tempFolder of this run
 * @returns {Promise<import('./test/summary.mjs').TestResult>}
 */
async function judgeLeftBehind(tempFolder) {
  const left = await endLeftBehind(tempFolder);
  const failures = left.map(({ pid, command }) => {
    return { file: '', name: `process ${pid} was left behind by a test`, message: command, isFlaky: true };
  });
  return { passed: 0, failed: 0, skipped: 0, exitCode: 0, failures };
}

/** @param {string[]} args names to run, or Vitest's options, such as `--changed` */
async function runQuickTests(args) {
  await setUp(root, { debian: [], targets: [] });
  const { findQuickTests } = await import('./test/quick-tests.mjs');
  process.env.TEST_DEPTH = 'quick';
  const names = args.filter((arg) => !arg.startsWith('-'));
  const files = findQuickTests(root).filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (files.length === 0)
    throw new Stop(`No quick test matches ${names.join(' ')}. npm test -- ${names.join(' ')} runs all.`);
  const options = args.filter((arg) => arg.startsWith('-'));
  const { text, exitCode } = sumUp([
    await runUnitTests([...files, '--passWithNoTests', ...options], { isReported: false }),
  ]);
  console.log(text);
  return exitCode;
}
