import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';

/** Start times of the processes whose session was lowered, by PID. @type {Map<number, number>} */
const lowered = new Map();
const maxLowered = 20_000;

/** Lets the guard run before the programs it watches, even when thousands of processes compete. Works only as root. */
export function raiseOwnPriority() {
  try {
    os.setPriority(-10);
    const realTime = ['--all-tasks', '--fifo', '--pid', '1', String(process.pid)];
    if (process.platform === 'linux' && process.getuid?.() === 0) execFile('chrt', realTime, () => {});
  } catch {
    // The priority is optional.
  }
}

/**
 * Lowers the priority of a session. The kernel schedules each session as one group (autogroup) with an equal share, so
 * a program that opens many sessions would get most of the CPU.
 * @param {{ pid: number, startedAt: number }} process
 */
export function lowerSessionPriority({ pid, startedAt }) {
  if (lowered.get(pid) === startedAt) return;
  if (lowered.size > maxLowered) lowered.clear();
  try {
    fs.writeFileSync(`/proc/${pid}/autogroup`, '19', { flag: 'r+' });
    lowered.set(pid, startedAt);
  } catch {
    // It has ended, or the kernel has no autogroups or limits the rate of writes (for users other than root).
  }
}
