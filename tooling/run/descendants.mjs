import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 500;
const pollMs = 50;
/** How long an orphaned process may take to exit, e.g. a database that writes its last page. */
const graceMs = 10_000;

/** @typedef {{ pid: number, startedAt: string, isDirect: boolean }} Descendant */

/**
 * Tracks the descendants of a program, so that they can be ended when the program was killed and could not do it itself.
 * Sees nothing where there is no /proc.
 * @param {number | undefined} pid
 * @param {{ isRepeated?: boolean }} [options] whether it looks by itself, twice a second
 */
export function followDescendants(pid, { isRepeated = true } = {}) {
  /** @type {Map<number, Descendant>} */
  const seen = new Map();
  const look = () => {
    if (pid !== undefined) for (const found of descendantsOf(pid, true)) seen.set(found.pid, found);
  };
  const timer = isRepeated ? setInterval(look, lookEveryMs).unref() : undefined;
  const living = () => [...seen.values()].filter((one) => startOf(one.pid) === one.startedAt);
  return {
    look,
    /**
     * Ends orphans after the program has exited: SIGINT first, then SIGKILL.
     * @param {{ isForAll?: boolean }} [options] whether all get SIGINT, or only those that the program started itself
     */
    async end({ isForAll = false } = {}) {
      clearInterval(timer);
      // To PostgreSQL this is a fast shutdown; its own processes follow it and take the signal for something else.
      for (const one of living()) if (one.isDirect || isForAll) send(one.pid, 'SIGINT');
      const deadline = Date.now() + graceMs;
      while (living().length > 0) {
        if (Date.now() > deadline) for (const one of living()) send(one.pid, 'SIGKILL');
        await delay(pollMs);
      }
    },
  };
}

/** @param {number} pid @param {boolean} isDirect @returns {Descendant[]} */
function descendantsOf(pid, isDirect) {
  return childrenOf(pid).flatMap((child) => {
    const startedAt = startOf(child);
    return startedAt ? [{ pid: child, startedAt, isDirect }, ...descendantsOf(child, false)] : [];
  });
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  try {
    const threads = fs.readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

/** Start time of a process, to detect a reused process id. A zombie counts as exited. @param {number} pid */
function startOf(pid) {
  try {
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited, or belongs to another user.
  }
}
