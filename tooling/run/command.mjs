import fs from 'node:fs';
import { Stop } from '../stop.mjs';

/** Failures that a user can fix. @type {Record<string, string>} */
const diskProblems = {
  EACCES: 'is not writable by this user: run the command as the owner of the folder, or in your own clone.',
  EPERM: 'is not writable by this user: run the command as the owner of the folder, or in your own clone.',
  EROFS: 'cannot be written: its file system is read-only.',
  ENOSPC: 'cannot be written: the disk is full.',
};

/**
 * Runs one npm command: refuses an old Node, exits with npm, and prints an expected failure as one sentence.
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function command(main) {
  const problem = nodeProblem(process.versions.node);
  if (problem) return printError(problem, 1);
  exitWithParent();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof Stop) return printError(error.message, error.exitCode);
    const { code = '', path = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    const sentence = code in diskProblems ? `${path} ${diskProblems[code]}` : undefined;
    if (!sentence) throw error;
    printError(sentence, 1);
  }
}

/** @param {string} sentence @param {number} exitCode */
function printError(sentence, exitCode) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}

const pollMs = 500;

/**
 * Ends this process when the npm that started it is gone (kill -9 of npm reaches nobody else).
 * Does nothing when started without npm: then a parent may exit on purpose, as with nohup.
 */
function exitWithParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const grandparent = shellParent(parent);
  // npm and its scripts share a session. If npm was killed before this process could look, another one has adopted it.
  const session = readProcess(parent)?.session;
  const isAdopted = session !== undefined && session !== readProcess(process.pid)?.session;
  const isAlone = () => process.ppid !== parent || (grandparent !== undefined && shellParent(parent) !== grandparent);
  const timer = setInterval(endIfAlone, pollMs);
  timer.unref();
  endIfAlone();

  function endIfAlone() {
    if (!isAdopted && !isAlone()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }
}

/**
 * npm starts scripts through a shell that outlives npm, so the parent of the shell has to be watched too.
 * @param {number} pid @returns {number | undefined} undefined where it is no shell or cannot be read
 */
function shellParent(pid) {
  const process = readProcess(pid);
  return process && /^(sh|dash|bash|ash|busybox|zsh)$/.test(process.name) ? process.parent : undefined;
}

/** @param {number} pid @returns {{ name: string, parent: number, session: number } | undefined} undefined outside Linux */
function readProcess(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', parent, session] = /^\d+ \((.*)\) . (\d+) \d+ (\d+)/s.exec(stat) ?? [];
    return { name, parent: Number(parent), session: Number(session) };
  } catch {
    return undefined;
  }
}

const oldest = { major: 20, minor: 19 };

/** @param {string} version @returns {string | undefined} the sentence to stop with */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  const wanted = `${oldest.major}.${oldest.minor}`;
  return `Tribehall needs Node.js ${wanted} or newer; this is ${version}. Node.js 22 or 24 is recommended.`;
}
