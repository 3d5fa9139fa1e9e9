import fs from 'node:fs';

/** The kernel counts CPU time in hundredths of a second for all programs. */
const ticksPerSecond = 100;

/** A process and all below it. @param {number} pid @returns {number[]} */
export function processTree(pid) {
  const parents = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statFields(Number(name))[1]) }));
  /** @param {number} from @returns {number[]} */
  const below = (from) => [
    from,
    ...parents.filter(({ parent }) => parent === from).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

/** CPU seconds used so far by these processes and by their children that have ended. @param {number[]} pids */
export function cpuSeconds(pids) {
  const ticks = pids.flatMap((pid) => statFields(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** CPU seconds used so far by a process alone. @param {number} pid */
export function ownCpuSeconds(pid) {
  const [user, system] = statFields(pid).slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / ticksPerSecond;
}

/**
 * CPU seconds that a portal and its database take for some work, which runs in another process.
 * @param {number} pid @param {() => Promise<unknown>} work @returns {Promise<{ own: number, below: number }>}
 */
export async function cpuDuring(pid, work) {
  const children = processTree(pid).filter((found) => found !== pid);
  const before = { own: cpuSeconds([pid]), below: cpuSeconds(children) };
  await work();
  return { own: cpuSeconds([pid]) - before.own, below: cpuSeconds(children) - before.below };
}

/** Memory a process has in use, in MiB. @param {number} pid */
export function residentMib(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? Number.NaN) / 1024;
}

/** Memory in MB; what several processes share is divided among them. @param {number[]} pids */
export function memoryMb(pids) {
  const sizes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** From the state on, without the name, which may hold anything. @param {number} pid */
function statFields(pid) {
  return readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** @param {number} pid @param {string} file */
function readProc(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
