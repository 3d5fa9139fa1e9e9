import fs from 'node:fs';
import { execFile } from 'node:child_process';
import os from 'node:os';

/**
 * @typedef {{
 *   pid: number, parent: number, session: number, startedAt: number, memoryBytes: number, isZombie: boolean
 * }} Process
 */

export const canListProcesses = fs.existsSync('/proc/self/stat');

const buffer = Buffer.allocUnsafe(4096);
const pageBytes = canListProcesses ? readPageBytes() : 4096;
/** Larger than any environment that the kernel allows. */
const maxEnvironmentBytes = 4 * 1024 * 1024;

/** All processes of the system, by PID. @returns {Map<number, Process>} */
export function listProcesses() {
  /** @type {Map<number, Process>} */
  const found = new Map();
  for (const name of fs.readdirSync('/proc')) {
    const process = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    if (process) found.set(process.pid, process);
  }
  return found;
}

/** The environment a process was started with; empty if it has ended or is another user's. @param {number} pid */
export function readEnvironment(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/environ`, 'latin1');
    return text.slice(0, maxEnvironmentBytes).split('\0');
  } catch {
    return [];
  }
}

/** @param {number} pid @returns {Process | undefined} */
function readProcess(pid) {
  const text = readShort(`/proc/${pid}/stat`);
  // The name in parentheses may contain any character, so the fields start after the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, , session] = fields;
  if (state === '') return undefined;
  return {
    pid,
    parent: Number(parent),
    session: Number(session),
    startedAt: Number(fields[19]),
    memoryBytes: Number(fields[21]) * pageBytes,
    isZombie: state === 'Z' || state === 'X',
  };
}

/** Far cheaper than readFile, which matters with thousands of processes. @param {string} path */
function readShort(path) {
  let file;
  try {
    file = fs.openSync(path, 'r');
    return buffer.toString('latin1', 0, fs.readSync(file, buffer));
  } catch {
    return '';
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

function readPageBytes() {
  const [, kilobytes] = /^KernelPageSize:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/smaps', 'latin1')) ?? [];
  return Number(kilobytes ?? 4) * 1024;
}

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

/**
 * For systems without /proc: kills the process group that the program leads. Returns whether the group is gone.
 * @param {{ root: number | undefined }} run
 */
export function killProcessGroup({ root }) {
  if (root === undefined) return true;
  try {
    process.kill(-root, 'SIGKILL');
    return false;
  } catch {
    return true;
  }
}
