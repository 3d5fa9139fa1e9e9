import fs from 'node:fs';
import path from 'node:path';

const notOurs = /^(node_modules|dist|data|\.git|\.cache|test-results)$/;

/** All files of the repository, with forward slashes. @param {string} folder @param {string} [below] @returns {string[]} */
export function listTree(folder, below = '') {
  const entries = fs.readdirSync(path.join(folder, below), { withFileTypes: true });
  return entries
    .filter((entry) => !notOurs.test(entry.name))
    .flatMap((entry) => {
      const file = path.posix.join(below, entry.name);
      if (entry.isDirectory()) return listTree(folder, file);
      return entry.isFile() ? [file] : [];
    });
}
