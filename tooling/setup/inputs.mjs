import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const stampName = '.built-from';
const notInputs = /^(node_modules|dist|coverage|\..*)$|\.test\.[a-z]+$/;

/**
 * One hash over the names and contents of all files that a build reads.
 * @param {string} folder
 * @param {string[]} inputs files and folders below it, or absolute paths; missing ones count as empty
 */
export function hashInputs(folder, inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of listFiles(path.resolve(folder, input))) {
      const contents = fs.readFileSync(file);
      hash.update(`${path.relative(folder, file)}\0${contents.length}\0`).update(contents);
    }
  }
  return hash.digest('hex');
}

/** @param {string} distFolder @param {string} hash */
export function isBuiltFrom(distFolder, hash) {
  try {
    return fs.readFileSync(path.join(distFolder, stampName), 'utf8') === hash;
  } catch {
    return false;
  }
}

/** @param {string} distFolder @param {string} hash */
export function markBuiltFrom(distFolder, hash) {
  fs.writeFileSync(path.join(distFolder, stampName), hash);
}

/** @param {string} distFolder */
export function unmarkBuilt(distFolder) {
  fs.rmSync(path.join(distFolder, stampName), { force: true });
}

/** @param {string} file @returns {string[]} */
function listFiles(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [file];
  const entries = fs.readdirSync(file, { withFileTypes: true }).filter((entry) => !notInputs.test(entry.name));
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const inner = path.join(file, entry.name);
    return entry.isDirectory() ? listFiles(inner) : entry.isFile() ? [inner] : [];
  });
}
