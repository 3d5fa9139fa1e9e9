import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What a run of all tests needs, with room to spare for programs and browsers. */
const minFreeBytes = 6 * 2 ** 30;
const prefix = 'tribehall-test-';

/**
 * Places the temporary files of the tests in memory where there is room for them: many tests create a database, and
 * creating and deleting its files takes a disk longer than the test. A TMPDIR that is set stays.
 * @param {NodeJS.ProcessEnv} [env] @param {{ memory?: string, mounts?: string }} [system]
 * @returns {() => void} removes the folder
 */
export function placeTempFilesInMemory(env = process.env, { memory = '/dev/shm', mounts = '/proc/mounts' } = {}) {
  if (env.TMPDIR || !isSuitable(memory, mounts)) return () => {};
  removeLeftovers(memory, mounts);
  const folder = fs.mkdtempSync(path.join(memory, `${prefix}${process.pid}-`));
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

/** Of runs that were killed. @param {string} memory @param {string} mounts */
function removeLeftovers(memory, mounts) {
  for (const name of fs.readdirSync(memory)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : [];
    const folder = path.join(memory, name);
    if (pid === undefined || isRunning(Number(pid)) || fs.lstatSync(folder).uid !== process.getuid?.()) continue;
    removeFolder(folder, mounts);
  }
}

/** With the small drives that tests mount in it. What cannot be removed stays: no run depends on it. @param {string} folder @param {string} mounts */
function removeFolder(folder, mounts) {
  const mounted = fs.readFileSync(mounts, 'utf8').split('\n');
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
