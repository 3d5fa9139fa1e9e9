import fs from 'node:fs';
import path from 'node:path';

/**
 * A Linux control group (cgroup) for one run. Its processes share a small part of the CPU, however many they are, and
 * the kernel enforces the limits between two scans of the guard.
 * @typedef {{
 *   procsFiles: string[],
 *   hasCpuLimit: boolean,
 *   readMembers: () => number[],
 *   readExceeded: () => 'processes' | 'memory' | undefined,
 *   blockForks: () => void,
 * }} Cgroup
 */

const prefix = 'portal-run-';
const controllers = ['cpu', 'pids', 'memory'];
/** The kernel counts threads, and ordinary programs have several per process. */
const threadsPerProcess = 4;
const spareThreads = 64;

/**
 * Folders where the guard may create cgroups: the roots, and the part that systemd delegates to a service (Delegate=
 * with DelegateSubgroup=). Any other cgroup that the portal runs in is managed by someone else.
 */
export function findCgroupParents(root = '/sys/fs/cgroup', membership = read('/proc/self/cgroup')) {
  const lines = [...membership.matchAll(/^\d+:([^:]*):(.*)$/gm)];
  const own = lines.map(([, names = '', group = '']) => ({ names: names.split(','), group }));
  const first = own.filter(({ group }) => group === '/').flatMap(({ names }) => names);
  const parentFolders = controllers.filter((name) => first.includes(name)).map((name) => path.join(root, name));
  const unified = own.find(({ names }) => names[0] === '')?.group;
  if (unified === undefined || !fs.existsSync(path.join(root, 'cgroup.controllers'))) return parentFolders;
  const parent = path.dirname(unified);
  const parentFolder = unified === '/' ? root : parent.endsWith('.service') ? path.join(root, parent) : undefined;
  if (parentFolder === undefined) return parentFolders;
  for (const name of controllers) write(path.join(parentFolder, 'cgroup.subtree_control'), `+${name}`);
  const isShared = read(path.join(parentFolder, 'cgroup.subtree_control')).includes('cpu');
  return isShared ? [...parentFolders, parentFolder] : parentFolders;
}

/** @param {string[]} parentFolders */
export function createCgroups(parentFolders) {
  return {
    /** Creates a cgroup, or finds the one that an earlier guard created for this run. @param {string} id */
    create: (id, /** @type {{ processes: number, memoryBytes: number }} */ limits) => {
      const folders = parentFolders.flatMap((parentFolder) => createFolder(parentFolder, id) ?? []);
      for (const folder of folders) setLimits(folder, limits);
      return folders.length > 0 ? cgroupOf(folders) : undefined;
    },
    /** Removes the empty cgroups of ended runs and exited guards. @param {(id: string) => boolean} isRunning */
    sweep: (isRunning) => {
      for (const parentFolder of parentFolders)
        for (const name of list(parentFolder)) {
          const [, pid, id = ''] = /^(\d+)-(.+)$/.exec(name.slice(prefix.length)) ?? [];
          if (!isRunning(id) && (Number(pid) === process.pid || !isAlive(Number(pid))))
            remove(path.join(parentFolder, name));
        }
    },
  };
}

/** @param {string} parentFolder @param {string} id @returns {string | undefined} */
function createFolder(parentFolder, id) {
  const known = list(parentFolder).find((name) => name.endsWith(`-${id}`));
  const folder = path.join(parentFolder, known ?? `${prefix}${process.pid}-${id}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return undefined;
  }
}

/** Writes the files of cgroup v1 and of v2; those that don't exist are skipped. @param {string} folder */
function setLimits(folder, /** @type {{ processes: number, memoryBytes: number }} */ { processes, memoryBytes }) {
  write(path.join(folder, 'cpu.shares'), '10');
  write(path.join(folder, 'cpu.weight'), '1');
  write(path.join(folder, 'pids.max'), String(processes * threadsPerProcess + spareThreads));
  write(path.join(folder, 'memory.limit_in_bytes'), String(memoryBytes));
  write(path.join(folder, 'memory.max'), String(memoryBytes));
  write(path.join(folder, 'memory.swap.max'), '0');
}

/** @param {string[]} folders @returns {Cgroup} */
function cgroupOf(folders) {
  const readAll = (/** @type {string} */ name) => folders.map((folder) => read(path.join(folder, name))).join('\n');
  return {
    procsFiles: folders.map((folder) => path.join(folder, 'cgroup.procs')),
    hasCpuLimit: /\d/.test(readAll('cpu.shares') + readAll('cpu.weight')),
    readMembers: () => [...new Set(readAll('cgroup.procs').split('\n').filter(Boolean).map(Number))],
    readExceeded: () => {
      if (/^max [1-9]/m.test(readAll('pids.events'))) return 'processes';
      const killed = readAll('memory.events') + readAll('memory.oom_control');
      return /^oom_kill [1-9]/m.test(killed) ? 'memory' : undefined;
    },
    // No process can fork any more. Dying processes get more CPU time, which they need to exit.
    blockForks: () => {
      for (const folder of folders) {
        write(path.join(folder, 'pids.max'), '0');
        write(path.join(folder, 'cpu.shares'), '200');
        write(path.join(folder, 'cpu.weight'), '20');
      }
    },
  };
}

/** @param {string} parentFolder */
function list(parentFolder) {
  try {
    return fs.readdirSync(parentFolder).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Ignores files that don't exist or can't be written: systems differ. @param {string} file */
function write(file, /** @type {string} */ text) {
  try {
    fs.writeFileSync(file, text, { flag: 'r+' });
  } catch {
    // The limit is optional.
  }
}

/** @param {string} folder */
function remove(folder) {
  try {
    fs.rmdirSync(folder);
  } catch {
    // It still has processes; the next sweep or the next guard tries again.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
