import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { followDescendants } from '../run/descendants.mjs';

/**
 * `failed` and `hung` name the test file, unless the run broke outside of one. `slow` did not end within the time limit
 * although its tests went on. `tests` counts those that ran.
 * @typedef {{ outcome: 'passed' | 'failed' | 'hung' | 'slow', file?: string, failure?: string, tests: number }} TestRun
 */

const exitWithParent = new URL('../run/exit-with-parent.mjs', import.meta.url).href;
const reporter = path.join(import.meta.dirname, 'progress-reporter.mjs');
/** Longer than what a test may take before it fails by itself. */
const hungMs = 120_000;
const pollMs = 1_000;
/** Two runs share the machine. */
const forks = Math.max(1, Math.floor(os.availableParallelism() / 2));

/**
 * Runs test files in a copy of the repository up to the first failure.
 * @param {string[]} files @param {{ tree: string, tempFolder: string, limitMs: number, signal: AbortSignal }} options
 * @returns {Promise<TestRun>}
 */
export async function runTests(files, { tree, tempFolder, limitMs, signal }) {
  signal.throwIfAborted();
  const vitest = path.join(tree, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--bail=1', '--retry=0', '--silent', '--passWithNoTests', `--reporter=${reporter}`];
  const child = spawn(
    process.execPath,
    ['--import', exitWithParent, vitest, ...options, ...files.map((file) => path.join(tree, file))],
    {
      cwd: tree,
      env: { ...process.env, TMPDIR: tempFolder, VITEST_MAX_WORKERS: String(forks) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A process group of its own: Ctrl-C reaches only us, and one signal ends all workers.
      detached: process.platform !== 'win32',
    },
  );
  const descendants = followDescendants(child.pid);
  const progress = followProgress(child, tree);
  const exited = once(child, 'exit');
  const deadline = Date.now() + limitMs;
  /** @type {TestRun['outcome'] | undefined} */
  let outcome;
  const timer = setInterval(() => {
    if (progress.hungFile() !== undefined) outcome = 'hung';
    else if (Date.now() > deadline) outcome = 'slow';
    if (outcome || signal.aborted) endGroup(child);
  }, pollMs);
  try {
    const [exitCode] = await exited;
    signal.throwIfAborted();
    return { outcome: outcome ?? (exitCode === 0 ? 'passed' : 'failed'), ...progress.result() };
  } finally {
    clearInterval(timer);
    await descendants.end();
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {string} tree */
function followProgress(child, tree) {
  /** When each test file that runs was last heard of. @type {Map<string, number>} */
  const running = new Map();
  /** @type {Pick<TestRun, 'file' | 'failure'>} */
  let failed = {};
  let tests = 0;
  child.on('message', (message) => {
    const { moduleId, event, failure } = /** @type {import('./progress-reporter.mjs').Progress} */ (message);
    const file = path.relative(tree, moduleId).replaceAll(path.sep, '/');
    if (event === 'ended') running.delete(file);
    else running.set(file, Date.now());
    if (event === 'test') tests += 1;
    if (failure !== undefined) failed = { file, failure, ...failed };
  });
  const hungFile = () => [...running].find(([, heardAt]) => Date.now() - heardAt > hungMs)?.[0];
  return {
    hungFile,
    result: () => {
      const file = failed.file ?? hungFile();
      return { tests, ...failed, ...(file !== undefined && { file }) };
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup({ pid = 0 }) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}
