import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const fillName = 'filler';

/** Mounts a small drive; false where this user may not. @param {string} folder @param {number} megabytes */
export function mountDrive(folder, megabytes) {
  fs.mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
export function unmountDrive(folder) {
  execFileSync('umount', ['-l', folder]);
}

/** Whether something else is mounted there than around it. @param {string} folder */
export function isDrive(folder) {
  return fs.statSync(folder).dev !== fs.statSync(path.dirname(folder)).dev;
}

/** Writes until nothing fits any more; again if something has become free. @param {string} folder */
export function fillDrive(folder) {
  const handle = fs.openSync(path.join(folder, fillName), 'a');
  try {
    for (let size = 1 << 20; size >= 1; size = size >> 4) while (writes(handle, size));
  } finally {
    fs.closeSync(handle);
  }
}

/** @param {number} handle @param {number} size */
function writes(handle, size) {
  try {
    return fs.writeSync(handle, Buffer.alloc(size)) === size;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOSPC') return false;
    throw error;
  }
}

/** @param {string} folder */
export function emptyDrive(folder) {
  fs.rmSync(path.join(folder, fillName), { force: true });
}
