import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';

/** Those whose session was lowered, by when they started. @type {Map<number, number>} */
const lowered = new Map();
const maxRemembered = 20_000;

/** Before all that it watches: also where thousands want to run, the guard sees them. Only root may. */
export function goFirst() {
  try {
    os.setPriority(-10);
    const realTime = ['--all-tasks', '--fifo', '--pid', '1', String(process.pid)];
    if (process.platform === 'linux' && process.getuid?.() === 0) execFile('chrt', realTime, () => {});
  } catch {
    // It goes without.
  }
}

/**
 * The scheduler makes a group of each session, as heavy as any other: a program with many sessions would get most
 * of the processor.
 * @param {{ pid: number, startedAt: number }} process
 */
export function lowerSession({ pid, startedAt }) {
  if (lowered.get(pid) === startedAt) return;
  if (lowered.size > maxRemembered) lowered.clear();
  try {
    fs.writeFileSync(`/proc/${pid}/autogroup`, '19', { flag: 'r+' });
    lowered.set(pid, startedAt);
  } catch {
    // Gone already, or the kernel has no such groups; or it lets others than root do it but ten times a second.
  }
}
