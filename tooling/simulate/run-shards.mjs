import fs from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { runNodeProgram } from '../run/node-program.mjs';

/** @typedef {{ seed: number, faults: string[], plan: string, ms: number, counts: Record<string, number> }} WorldResult */

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const testFile = 'tooling/simulate/worlds.test.ts';
const progressMs = 5_000;

/**
 * Runs worlds in several processes at once, each with its own database. `onProgress` hears how many are done.
 * @param {{ seeds: number[], workers: number, folder: string, onProgress: (done: number, failed: number) => void, signal: AbortSignal }} options
 * @returns {Promise<{ results: WorldResult[], output: string }>} `output`: of a process that failed itself
 */
export async function runShards({ seeds, workers, folder, onProgress, signal }) {
  const shards = Array.from({ length: Math.min(workers, seeds.length) }, (_, shard) => ({
    own: seeds.filter((_seed, index) => index % workers === shard),
    report: path.join(folder, `worlds-${shard}.jsonl`),
  }));
  const read = () => shards.flatMap(({ report }) => readResults(report));
  const timer = setInterval(() => {
    const results = read();
    onProgress(results.length, results.filter(({ faults }) => faults.length > 0).length);
  }, progressMs);
  try {
    const args = ['run', testFile, '--project', 'server'];
    const ended = await Promise.all(
      shards.map(({ own, report }) => {
        const env = { ...process.env, SIMULATE_SEEDS: own.join(','), SIMULATE_REPORT: report };
        return runNodeProgram(vitest, args, { cwd: root, env, quiet: true, signal });
      }),
    );
    return { results: read(), output: ended.map(({ output }) => output).join('\n') };
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} file @returns {WorldResult[]} */
function readResults(file) {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
