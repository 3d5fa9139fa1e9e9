import os from 'node:os';
import path from 'node:path';
import { root } from '../places.mjs';
import { runNodeProgram } from '../run/node-program.mjs';

/**
 * Runs all steps, a few at a time, and says of each how it went; one that fails stops no other.
 * @param {import('./steps.mjs').Step[]} steps @returns {Promise<string[]>} the names of those that failed
 */
export async function runSteps(steps) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return failed;
}

/** @param {import('./steps.mjs').Step} step */
async function runStep({ name, script, args }) {
  const startedAt = Date.now();
  const { exitCode, output } = await runNodeProgram(path.join(root, script), args, { cwd: root, quiet: true });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${exitCode === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (exitCode !== 0) console.log(output.trimEnd());
  return exitCode === 0;
}
