import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What a run of all tests needs, with room to spare for programs and browsers. */
const minFreeBytes = 6 * 2 ** 30;
const prefix = 'tribehall-test-';

/**
 * Gives the tests a folder of their own for temporary files, by which processes that they leave behind are found. It is below
 * TMPDIR if that is set, else in memory where there is room: many tests create a database, and creating and deleting its
 * files takes a disk longer than the test.
 * @param {NodeJS.ProcessEnv} [env] @param {{ memory?: string, mounts?: string, disk?: string }} [system]
 * @returns {() => void} removes the folder
 */
export function placeTempFiles(
  env = process.env,
  { memory = '/dev/shm', mounts = '/proc/mounts', disk = os.tmpdir() } = {},
) {
  const parent = env.TMPDIR || (isSuitable(memory, mounts) ? memory : disk);
  removeLeftovers(parent, mounts);
  const folder = fs.mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user when the tests run as root.
  fs.chmodSync(folder, 0o755);
  env.TMPDIR = folder;
  return () => removeFolder(folder, mounts);
}

/** In containers it is often small, or programs in it cannot be started. @param {string} memory @param {string} mounts */
function isSuitable(memory, mounts) {
  try {
    const mounted = fs.readFileSync(mounts, 'utf8').split('\n');
    const [, , type, options = ''] = mounted.map((line) => line.split(' ')).find(([, at]) => at === memory) ?? [];
    if (type !== 'tmpfs' || !options.startsWith('rw') || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false;
  }
}

/** Of runs that were killed. @param {string} parent @param {string} mounts */
function removeLeftovers(parent, mounts) {
  for (const name of fs.readdirSync(parent)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : [];
    const folder = path.join(parent, name);
    if (pid === undefined || isRunning(Number(pid)) || fs.lstatSync(folder).uid !== process.getuid?.()) continue;
    removeFolder(folder, mounts);
  }
}

/** With the small drives that tests mount in it. What cannot be removed stays: no run depends on it. @param {string} folder @param {string} mounts */
function removeFolder(folder, mounts) {
  const mounted = fs.existsSync(mounts) ? fs.readFileSync(mounts, 'utf8').split('\n') : [];
  for (const [, at = ''] of mounted.map((line) => line.split(' ')))
    if (at.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', '--', at]);
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`${folder} could not be removed: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
