import fs from 'node:fs';
import path from 'node:path';

/**
 * A control group of the kernel (cgroup) for one run. Those in it share little of the processor however many they are,
 * and also what the guard sees too late is held back.
 * @typedef {{
 *   joins: string[],
 *   isSlow: boolean,
 *   readMembers: () => number[],
 *   readOver: () => 'processes' | 'memory' | undefined,
 *   close: () => void,
 * }} Group
 */

const prefix = 'portal-run-';
const controllers = ['cpu', 'pids', 'memory'];
/** The kernel counts threads, of which an honest program has some for each process. */
const threadsPerProcess = 4;
const spareThreads = 64;

/**
 * Folders in which groups may be made. A group that someone else made for the portal is theirs to use, so that these are
 * the roots alone, and what systemd hands over to a service (Delegate= with DelegateSubgroup=).
 */
export function findControlGroups(root = '/sys/fs/cgroup', membership = read('/proc/self/cgroup')) {
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
export function createGroups(parentFolders) {
  return {
    /** Makes a group, or finds the one that an earlier guard has made. @param {string} id */
    make: (id, /** @type {{ processes: number, memoryBytes: number }} */ limits) => {
      const folders = parentFolders.flatMap((parentFolder) => makeFolder(parentFolder, id) ?? []);
      for (const folder of folders) limit(folder, limits);
      return folders.length > 0 ? groupOf(folders) : undefined;
    },
    /** Removes what is empty and nobody's any more. @param {(id: string) => boolean} isRunning */
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
function makeFolder(parentFolder, id) {
  const known = list(parentFolder).find((name) => name.endsWith(`-${id}`));
  const folder = path.join(parentFolder, known ?? `${prefix}${process.pid}-${id}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return undefined;
  }
}

/** What the folder knows of these is set; their names differ between the two kinds of control groups. @param {string} folder */
function limit(folder, /** @type {{ processes: number, memoryBytes: number }} */ { processes, memoryBytes }) {
  write(path.join(folder, 'cpu.shares'), '10');
  write(path.join(folder, 'cpu.weight'), '1');
  write(path.join(folder, 'pids.max'), String(processes * threadsPerProcess + spareThreads));
  write(path.join(folder, 'memory.limit_in_bytes'), String(memoryBytes));
  write(path.join(folder, 'memory.max'), String(memoryBytes));
  write(path.join(folder, 'memory.swap.max'), '0');
}

/** @param {string[]} folders @returns {Group} */
function groupOf(folders) {
  const readAll = (/** @type {string} */ name) => folders.map((folder) => read(path.join(folder, name))).join('\n');
  return {
    joins: folders.map((folder) => path.join(folder, 'cgroup.procs')),
    isSlow: /\d/.test(readAll('cpu.shares') + readAll('cpu.weight')),
    readMembers: () => [...new Set(readAll('cgroup.procs').split('\n').filter(Boolean).map(Number))],
    readOver: () => {
      if (/^max [1-9]/m.test(readAll('pids.events'))) return 'processes';
      const killed = readAll('memory.events') + readAll('memory.oom_control');
      return /^oom_kill [1-9]/m.test(killed) ? 'memory' : undefined;
    },
    // From here on none of them can become two. What dies needs a little time on the processor for it.
    close: () => {
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

/** Where the file is there: not every system has all of them, or lets them be written. @param {string} file */
function write(file, /** @type {string} */ text) {
  try {
    fs.writeFileSync(file, text, { flag: 'r+' });
  } catch {
    // It goes without.
  }
}

/** @param {string} folder */
function remove(folder) {
  try {
    fs.rmdirSync(folder);
  } catch {
    // Someone is in it still; the next guard tries again.
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
