import { Stop } from '../stop.mjs';
import { nodeProblem } from '../setup/node-version.mjs';
import { endWithParent } from './parent.mjs';

/** What a person can do something about. @type {Record<string, string>} */
const diskProblems = {
  EACCES: 'may not be written by this user: run the command as the owner of the folder, or in a clone of your own.',
  EPERM: 'may not be written by this user: run the command as the owner of the folder, or in a clone of your own.',
  EROFS: 'cannot be written, its file system is read-only.',
  ENOSPC: 'cannot be written, the disk is full.',
};

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
    const { code = '', path = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    const sentence = code in diskProblems ? `${path} ${diskProblems[code]}` : undefined;
    if (!sentence) throw error;
    end(sentence, 1);
  }
}

/** @param {string} sentence @param {number} exitCode */
function end(sentence, exitCode) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
