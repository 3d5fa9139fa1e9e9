import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ resolved?: string, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Locked */

/** Packages of types alone, which no program loads. */
const typesOnly = /node_modules\/(@types\/[^/]+|csstype|undici-types)$/;

/**
 * The packages that workspaces need at run time, as paths in the checkout: those that `npm ls --omit dev` lists, from the lock
 * file, which takes a moment instead of a second. Optional ones of other systems are not installed and left out; npm itself
 * refuses to write a bill of materials where others are missing.
 * @param {string} root @param {string[]} names @returns {string[]}
 */
export function productionPackages(root, names) {
  const { packages } = /** @type {{ packages: Record<string, Locked> }} */ (
    JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  );
  const found = new Set(names.flatMap((name) => resolve(packages, '', name) ?? []));
  // It grows while it is read.
  for (const entry of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[entry] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = resolve(packages, entry, name);
      if (needed !== undefined) found.add(needed);
    }
  }
  return [...found]
    .filter((entry) => entry.startsWith('node_modules/') && !typesOnly.test(entry))
    .filter((entry) => fs.existsSync(path.join(root, entry)))
    .toSorted();
}

/** As Node.js looks for it, from the innermost folder. @param {Record<string, Locked>} packages @param {string} from @param {string} name */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const entry = path.posix.join(folder, 'node_modules', name);
    const locked = packages[entry];
    if (locked) return locked.link ? locked.resolved : entry;
    if (folder === '') return undefined;
  }
}
