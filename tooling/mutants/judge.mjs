import fs from 'node:fs';
import path from 'node:path';
import { areaOf } from './choose-mutants.mjs';
import { applyMutation } from './find-mutants.mjs';
import { runTests } from './test-run.mjs';

/**
 * `reason` is the test that noticed the mutant, or why nothing can be said about it.
 * @typedef {{ mutant: Mutant, outcome: 'killed' | 'survived' | 'broken', reason: string }} Verdict
 * @typedef {import('./choose-mutants.mjs').Mutant} Mutant
 * @typedef {import('./test-run.mjs').TestRun} TestRun
 */

/** For all tests of one mutant. */
const limitMs = 5 * 60_000;
/** Test files run in batches that end here, so that the nearest fail soon; the last batch has all others. */
const batchEnds = [6, 18, 36];

/**
 * Judges mutants in a copy of the repository: by the tests of their area first, then by others that import the file.
 * @param {object} options
 * @param {string} options.tree @param {string} options.tempFolder @param {AbortSignal} options.signal
 * @param {string[]} options.tests @param {(file: string) => string[]} options.relatedTests
 */
export function createJudge({ tree, tempFolder, signal, tests, relatedTests }) {
  /** Whether a set of tests passes without a mutant. @type {Map<string, boolean>} */
  const sound = new Map();
  /** @param {string[]} files @param {number} timeMs */
  const run = (files, timeMs) => runTests(files, { tree, tempFolder, limitMs: timeMs, signal });

  /** @param {string[]} files */
  const isSound = async (files) => {
    const key = files.join(' ');
    const known = sound.get(key);
    if (known !== undefined) return known;
    const { outcome, tests: count } = await run(files, limitMs);
    const passes = (outcome === 'passed' || outcome === 'slow') && count > 0;
    sound.set(key, passes);
    return passes;
  };

  /** @param {Mutant} mutant @param {number} retries @returns {Promise<Verdict>} */
  const judge = async (mutant, retries) => {
    const related = relatedTests(mutant.file).filter((test) => isSameApp(test, mutant.file));
    const own = new Set(tests.filter((test) => areaOf(test) === mutant.area));
    const ranked = new Set([...related.filter((test) => own.has(test)), ...own, ...related]);
    const usable = [...ranked].filter((test) => sound.get(test) !== false);
    const { files, result } = await withMutant(tree, mutant, () => runUntilNoticed(batches(usable), run));
    if (result.outcome === 'passed' || result.outcome === 'slow')
      return { mutant, outcome: 'survived', reason: survivalReason(result) };
    const reason = [result.file ?? 'The run', result.outcome === 'hung' ? 'hangs' : result.failure]
      .filter(Boolean)
      .join(' > ');
    // A failure counts only if the same tests pass without the mutant; otherwise the other tests decide.
    if (await isSound(result.file ? [result.file] : files)) return { mutant, outcome: 'killed', reason };
    return result.file && retries > 0 ? judge(mutant, retries - 1) : { mutant, outcome: 'broken', reason };
  };
  return (/** @type {Mutant} */ mutant) => judge(mutant, 2);
}

/** @param {TestRun} result */
function survivalReason({ outcome, tests }) {
  if (outcome === 'slow') return `Not all tests ended within ${limitMs / 60_000} minutes.`;
  return tests > 0 ? '' : 'No test imports it.';
}

/** @param {string[]} files @returns {string[][]} */
function batches(files) {
  const bounds = [0, ...batchEnds, files.length];
  return bounds.map((bound, index) => files.slice(bound, bounds[index + 1])).filter((batch) => batch.length > 0);
}

/** @param {string[][]} steps @param {(files: string[], timeMs: number) => Promise<TestRun>} run */
async function runUntilNoticed(steps, run) {
  const deadline = Date.now() + limitMs;
  /** @type {TestRun} */
  let result = { outcome: 'passed', tests: 0 };
  for (const files of steps) {
    const { tests } = result;
    result = await run(files, deadline - Date.now());
    if (result.outcome === 'failed' || result.outcome === 'hung') return { files, result };
    result.tests += tests;
    if (result.outcome === 'slow') break;
  }
  return { files: [], result };
}

/** @template T @param {string} tree @param {Mutant} mutant @param {() => Promise<T>} work @returns {Promise<T>} */
async function withMutant(tree, mutant, work) {
  const file = path.join(tree, mutant.file);
  const source = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, applyMutation(source, mutant));
  try {
    return await work();
  } finally {
    fs.writeFileSync(file, source);
  }
}

/** The portal and the website have their own tests; packages are tested by all their users. */
function isSameApp(/** @type {string} */ test, /** @type {string} */ file) {
  const [app] = /^apps\/(server|web)\//.exec(file) ?? [''];
  return test.startsWith(app);
}
