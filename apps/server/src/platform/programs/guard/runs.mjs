import os from 'node:os';
import { listProcesses, readEnvironment } from './processes.mjs';

/** @typedef {import('./processes.mjs').Process} Process */
/**
 * @typedef {{
 *   id: string,
 *   limits: { processes: number, memoryBytes: number },
 *   root: number | undefined,
 *   keeper: number | undefined,
 *   members: Map<number, Process>,
 *   endsAt: number | undefined,
 *   quietSince: number | undefined,
 *   group: import('./groups.mjs').Group | undefined,
 * }} Run
 */

/** A process is seen with its parent's environment until it has become its own program. */
const youngSeconds = 2;
/** In which the kernel counts time. */
const ticksPerSecond = 100;

/**
 * Finds out which processes belong to which run: by their ancestors, by their session, or by the run's id, which
 * stands in this variable of their environment unless they took care to lose it.
 * @param {string} variable
 */
export function createRuns(variable) {
  const mark = `${variable}=`;
  /** @type {Map<string, Run>} */
  const runs = new Map();
  /** When those started that were looked at and found to be nobody's. @type {Map<number, number>} */
  const strangers = new Map();
  const untouchable = new Set([1, process.pid, process.ppid]);

  /** @param {Process} process @param {Map<number, Run>} claimed */
  const claim = (process, claimed, /** @type {Run} */ run) => {
    run.members.set(process.pid, process);
    claimed.set(process.pid, run);
    strangers.delete(process.pid);
  };

  /** @param {Process} process @returns {Run | undefined} */
  const findByMark = (process) => {
    const { pid, startedAt } = process;
    const isYoung = os.uptime() - startedAt / ticksPerSecond < youngSeconds;
    if (strangers.get(pid) === startedAt && !isYoung) return undefined;
    strangers.set(pid, startedAt);
    const entry = readEnvironment(pid).find((one) => one.startsWith(mark));
    return entry === undefined ? undefined : runs.get(entry.slice(mark.length));
  };

  return {
    runs,
    /** Reads the processes of the system again and assigns them to their runs. */
    look: () => {
      const table = listProcesses();
      /** @type {Map<number, Run>} */
      const claimed = new Map();
      /** @type {Map<number, Run>} */
      const sessions = new Map();
      for (const run of runs.values()) {
        const members = [...run.members.values(), ...ownProcesses(run, table)];
        run.members = new Map();
        for (const { pid, startedAt } of members) {
          const process = table.get(pid);
          if (process?.startedAt === startedAt) claim(process, claimed, run);
        }
      }
      for (const [pid, run] of claimed) if (table.get(pid)?.session === pid) sessions.set(pid, run);
      for (const pid of strangers.keys()) if (!table.has(pid)) strangers.delete(pid);

      let unclaimed = [...table.values()].filter(({ pid }) => !claimed.has(pid) && !untouchable.has(pid));
      let count = -1;
      while (unclaimed.length !== count) {
        count = unclaimed.length;
        for (const process of unclaimed) {
          const run = claimed.get(process.parent) ?? sessions.get(process.session) ?? findByMark(process);
          if (!run) continue;
          claim(process, claimed, run);
          if (process.session === process.pid) sessions.set(process.pid, run);
        }
        unclaimed = unclaimed.filter(({ pid }) => !claimed.has(pid));
      }
    },
  };
}

/** What the portal started, and what is in the run's group. @param {Run} run @param {Map<number, Process>} table */
function ownProcesses({ root, members, group }, table) {
  const pids = [...(root === undefined ? [] : [root]), ...(group?.readMembers() ?? [])];
  return pids.filter((pid) => !members.has(pid)).flatMap((pid) => table.get(pid) ?? []);
}
