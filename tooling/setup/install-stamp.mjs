import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ lockfile: string, node: string, platform: string }} InstallState */

/** What an installation depends on. @param {string} folder @returns {InstallState} */
export function installState(folder) {
  const lockfile = fs.readFileSync(path.join(folder, 'package-lock.json'));
  return {
    lockfile: createHash('sha256').update(lockfile).digest('hex'),
    node: process.versions.node.split('.')[0] ?? '',
    platform: `${process.platform}-${process.arch}`,
  };
}

/** @param {string} folder @param {InstallState} state */
export function isInstalled(folder, state) {
  const stamp = readJson(stampFile(folder));
  if (stamp) return JSON.stringify(stamp) === JSON.stringify(state);
  if (!matchesLockfile(folder)) return false;
  markInstalled(folder, state);
  return true;
}

/** @param {string} folder @param {InstallState} state */
export function markInstalled(folder, state) {
  fs.writeFileSync(stampFile(folder), JSON.stringify(state));
}

/** Before an installation begins: were it killed, nothing left of the old one may count. @param {string} folder */
export function unmarkInstalled(folder) {
  fs.rmSync(stampFile(folder), { force: true });
  fs.rmSync(npmRecord(folder), { force: true });
}

/** Whether a plain `npm install` finished with exactly what the lockfile names. @param {string} folder */
function matchesLockfile(folder) {
  const wanted = readJson(path.join(folder, 'package-lock.json'))?.packages ?? {};
  const present = readJson(npmRecord(folder))?.packages;
  if (!present) return false;
  return Object.entries(wanted)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.optional)
    .every(([place, entry]) => present[place]?.version === entry.version && present[place]?.link === entry.link);
}

/** @param {string} folder */
const stampFile = (folder) => path.join(folder, 'node_modules', '.tribehall-installed.json');

/** npm writes it as the last step of an installation. @param {string} folder */
const npmRecord = (folder) => path.join(folder, 'node_modules', '.package-lock.json');

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
