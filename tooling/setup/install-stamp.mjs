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
  const wanted = wantedPackages(folder);
  if (!wanted.every(({ location }) => fs.existsSync(path.join(folder, location)))) return false;
  const stamp = readJson(stampFile(folder));
  if (stamp) return JSON.stringify(stamp) === JSON.stringify(state);
  if (!matchesNpmRecord(folder, wanted)) return false;
  markInstalled(folder, state);
  return true;
}

/** @param {string} folder @param {InstallState} state */
export function markInstalled(folder, state) {
  fs.writeFileSync(stampFile(folder), JSON.stringify(state));
}

/** Called before an installation begins: if it is killed, nothing of the old one may count. @param {string} folder */
export function unmarkInstalled(folder) {
  fs.rmSync(stampFile(folder), { force: true });
  fs.rmSync(npmRecord(folder), { force: true });
}

/** What the lockfile names for every platform. @param {string} folder @returns {{ location: string, version: string }[]} */
function wantedPackages(folder) {
  const packages = Object.entries(readJson(path.join(folder, 'package-lock.json'))?.packages ?? {});
  return packages
    .filter(([location, entry]) => location.includes('node_modules/') && !entry.optional)
    .map(([location, entry]) => ({ location, version: entry.version }));
}

/**
 * Whether a plain `npm install` finished with exactly these.
 * @param {string} folder @param {{ location: string, version: string }[]} wanted
 */
function matchesNpmRecord(folder, wanted) {
  const present = readJson(npmRecord(folder))?.packages;
  return present !== undefined && wanted.every(({ location, version }) => present[location]?.version === version);
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
