import { Stop } from '../stop.mjs';
import { nodeProblem } from '../setup/node-version.mjs';
import { endWithParent } from './parent.mjs';

/**
 * Runs one npm command: refuses an old Node, ends when npm does, and shows an expected failure as its sentence only.
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function command(main) {
  const problem = nodeProblem(process.versions.node);
  if (problem) return end(problem, 1);
  endWithParent();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof Stop) return end(error.message, error.exitCode);
    throw error;
  }
}

/** @param {string} sentence @param {number} exitCode */
function end(sentence, exitCode) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
