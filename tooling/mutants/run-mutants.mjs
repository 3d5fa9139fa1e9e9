import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listTree } from '../check/tree.mjs';
import { chooseMutants, isMutated } from './choose-mutants.mjs';
import { createJudge } from './judge.mjs';
import { createRelatedTests, isUnitTest } from './related-tests.mjs';
import { mutantReport, scoreOf } from './report.mjs';
import { copyTree } from './tree-copy.mjs';
import { cacheFolder, root } from '../paths.mjs';
import { withStopSignal } from '../run/stop-signals.mjs';
import { Stop } from '../stop.mjs';
import { placeTempFiles } from '../test/temp-folder.mjs';

/** @typedef {import('./choose-mutants.mjs').Mutant} Mutant */
/** @typedef {import('./judge.mjs').Verdict} Verdict */

const minScore = 85;
const workers = 2;
const copies = path.join(cacheFolder, 'mutants');

/**
 * Judges the chosen mutants and prints the report. Returns the exit code.
 * @param {string[]} args
 */
export async function runMutants(args) {
  const { count, seed, only } = readOptions(args);
  const files = listTree(root);
  const mutants = chooseMutants(
    files
      .filter((file) => isMutated(file) && file.includes(only))
      .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
    { seed, count },
  );
  if (mutants.length === 0) throw new Stop(`There is nothing to change in files with "${only}" in their path.`);
  const verdicts = await withStopSignal((signal) => judgeAll(mutants, files, signal));
  console.log(`\n${mutantReport(verdicts)}`);
  return scoreOf(verdicts) >= minScore ? 0 : 1;
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: 'tribehall' },
      only: { type: 'string', default: '' },
    },
  });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1) throw new Stop(`--count is a number from 1, not "${values.count}".`);
  return { ...values, count };
}

/** @param {Mutant[]} mutants @param {string[]} files @param {AbortSignal} signal @returns {Promise<Verdict[]>} */
async function judgeAll(mutants, files, signal) {
  const tests = files.filter(isUnitTest);
  const relatedTests = createRelatedTests(root, files);
  /** @type {Verdict[]} */
  const verdicts = [];
  // A worker judges a whole area: what it learned about the tests of the area stays true.
  const areas = [...new Set(mutants.map(({ area }) => area))];
  /** @param {number} worker */
  const work = async (worker) => {
    const tree = path.join(copies, `tree-${worker}`);
    copyTree(root, tree);
    // Short, because sockets in it may have long names.
    const tempFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
    try {
      const judge = createJudge({ tree, tempFolder, signal, tests, relatedTests });
      for (let area = areas.shift(); area !== undefined; area = areas.shift()) {
        for (const mutant of mutants.filter((one) => one.area === area)) {
          const startedAt = Date.now();
          verdicts.push(await judge(mutant));
          printProgress(verdicts, mutants.length, Date.now() - startedAt);
        }
      }
    } finally {
      fs.rmSync(tempFolder, { recursive: true, force: true });
    }
  };
  fs.rmSync(copies, { recursive: true, force: true });
  const removeTempFolder = placeTempFiles();
  try {
    const ended = await Promise.allSettled(Array.from({ length: workers }, (_, index) => work(index + 1)));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  } finally {
    fs.rmSync(copies, { recursive: true, force: true });
    removeTempFolder();
  }
  return verdicts;
}

/** @param {Verdict[]} verdicts @param {number} total @param {number} durationMs */
function printProgress(verdicts, total, durationMs) {
  const verdict = verdicts.at(-1);
  if (!verdict) return;
  const { mutant, outcome, reason } = verdict;
  const what = `${mutant.file}:${mutant.line} ${mutant.operator}`;
  const seconds = `${Math.round(durationMs / 1000)} s`;
  console.log(
    [`${verdicts.length}/${total}`, outcome, what, seconds, reason.split('\n')[0]].filter(Boolean).join('  '),
  );
}
