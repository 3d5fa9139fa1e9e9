import os from 'node:os';
import { listProcesses, readEnvironment } from './processes.mjs';

/** @typedef {import('./processes.mjs').Process} Process */
/**
 * @typedef {{
 *   id: string,
 *   limits: { processes: number, memoryBytes: number },
 *   root: number | undefined,
 *   subreaper: number | undefined,
 *   members: Map<number, Process>,
 *   endsAt: number | undefined,
 *   emptySince: number | undefined,
 *   cgroup: import('./cgroups.mjs').Cgroup | undefined,
 * }} Run
 */

/** Between fork and exec, a process still shows its parent's environment. */
const youngSeconds = 2;
/** The unit of start times in /proc. */
const ticksPerSecond = 100;

/**
 * Assigns processes to runs: by parent, by session, or by the run's id in this environment variable, which processes
 * inherit unless they clear their environment.
 * @param {string} variable
 */
export function createRuns(variable) {
  const assignment = `${variable}=`;
  /** @type {Map<string, Run>} */
  const runs = new Map();
  /** Start times, by PID, of processes that belong to no run: not read again. @type {Map<number, number>} */
  const unrelated = new Map();
  const protectedPids = new Set([1, process.pid, process.ppid]);

  /** @param {Process} process @param {Map<number, Run>} runByPid */
  const assign = (process, runByPid, /** @type {Run} */ run) => {
    run.members.set(process.pid, process);
    runByPid.set(process.pid, run);
    unrelated.delete(process.pid);
  };

  /** @param {Process} process @returns {Run | undefined} */
  const findByEnvironment = (process) => {
    const { pid, startedAt } = process;
    const isYoung = os.uptime() - startedAt / ticksPerSecond < youngSeconds;
    if (unrelated.get(pid) === startedAt && !isYoung) return undefined;
    unrelated.set(pid, startedAt);
    const entry = readEnvironment(pid).find((text) => text.startsWith(assignment));
    return entry === undefined ? undefined : runs.get(entry.slice(assignment.length));
  };

  return {
    runs,
    /** Lists the system's processes and assigns them to their runs. */
    scan: () => {
      const table = listProcesses();
      /** @type {Map<number, Run>} */
      const runByPid = new Map();
      /** @type {Map<number, Run>} */
      const runBySession = new Map();
      for (const run of runs.values()) {
        const members = [...run.members.values(), ...knownProcesses(run, table)];
        run.members = new Map();
        for (const { pid, startedAt } of members) {
          const process = table.get(pid);
          if (process?.startedAt === startedAt) assign(process, runByPid, run);
        }
      }
      for (const [pid, run] of runByPid) if (table.get(pid)?.session === pid) runBySession.set(pid, run);
      for (const pid of unrelated.keys()) if (!table.has(pid)) unrelated.delete(pid);

      let unassigned = [...table.values()].filter(({ pid }) => !runByPid.has(pid) && !protectedPids.has(pid));
      let previousCount = -1;
      while (unassigned.length !== previousCount) {
        previousCount = unassigned.length;
        for (const process of unassigned) {
          const run = runByPid.get(process.parent) ?? runBySession.get(process.session) ?? findByEnvironment(process);
          if (!run) continue;
          assign(process, runByPid, run);
          if (process.session === process.pid) runBySession.set(process.pid, run);
        }
        unassigned = unassigned.filter(({ pid }) => !runByPid.has(pid));
      }
    },
  };
}

/**
 * The process that the portal started and those in the run's cgroup, unless they are members already.
 * @param {Run} run @param {Map<number, Process>} table
 */
function knownProcesses({ root, members, cgroup }, table) {
  const pids = [...(root === undefined ? [] : [root]), ...(cgroup?.readMembers() ?? [])];
  return pids.filter((pid) => !members.has(pid)).flatMap((pid) => table.get(pid) ?? []);
}
