import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const usualGraceMs = 5_000;
const pollMs = 100;

/** @typedef {{ pid: number, command: string }} Process */

/**
 * Ends the processes that tests have left behind, and returns them: those that work in the temporary folder of the run, name it
 * in their command or have it in their environment. Sees nothing where there is no /proc.
 * @param {string} folder
 * @param {{ graceMs?: number }} [options] how long a process that a test has ended may take to exit
 * @returns {Promise<Process[]>}
 */
export async function endLeftBehind(folder, { graceMs = usualGraceMs } = {}) {
  const deadline = Date.now() + graceMs;
  let found = processesOf(folder);
  while (found.length > 0 && Date.now() < deadline) {
    await delay(pollMs);
    found = processesOf(folder);
  }
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited.
    }
  }
  return found;
}

/** @param {string} folder @returns {Process[]} */
function processesOf(folder) {
  if (!fs.existsSync('/proc/self')) return [];
  const pids = fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    if (pid === process.pid) return [];
    const command = read(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    const environment = read(() => fs.readFileSync(`/proc/${pid}/environ`, 'utf8'));
    const workingFolder = read(() => fs.readlinkSync(`/proc/${pid}/cwd`));
    const isOfRun =
      command.includes(folder) ||
      environment.includes(`TMPDIR=${folder}\0`) ||
      `${workingFolder}/`.startsWith(`${folder}/`);
    return isOfRun ? [{ pid, command: command.trim() }] : [];
  });
}

/** Empty for a process that has exited, or of another user. @param {() => string} reading */
function read(reading) {
  try {
    return reading();
  } catch {
    return '';
  }
}
