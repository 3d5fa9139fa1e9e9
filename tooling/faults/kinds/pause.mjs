import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../bench/processes.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

/** @param {number[]} pids @param {NodeJS.Signals} signal */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** @param {'portal' | 'agent' | 'database'} name @returns {Fault} */
const pauseOf = (name) => ({
  name: `pause ${name}`,
  inject: async ({ product, random }) => {
    const pid = product.processes()[name] ?? 0;
    // A connection to the database is a process of its own.
    const pids = name === 'database' ? processTree(pid) : [pid];
    const ms = 1_000 + random.integer(4_000);
    signalAll(pids, 'SIGSTOP');
    try {
      await delay(ms);
    } finally {
      signalAll(pids, 'SIGCONT');
    }
    return { note: `${(ms / 1000).toFixed(1)} s` };
  },
});

/** Processes that stand still for seconds, as on an overloaded or sleeping machine. */
export const pauses = [pauseOf('portal'), pauseOf('agent'), pauseOf('database')];
