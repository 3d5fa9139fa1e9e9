import fs from 'node:fs';
import path from 'node:path';

const notCopied = /^(\.git|\.cache|data|test-results)$/;
/** Caches that Vite and Vitest write into. */
const packageCache = /^\.(vite|vitest|cache)/;

/**
 * Copies the repository. Packages are hard links; the links to workspaces are relative and lead into the copy.
 * @param {string} from @param {string} to @param {boolean} [isPackages]
 */
export function copyTree(from, to, isPackages = false) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if ((isPackages ? packageCache : notCopied).test(entry.name)) continue;
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else if (entry.isDirectory()) copyTree(source, target, isPackages || entry.name === 'node_modules');
    else if (isPackages) fs.linkSync(source, target);
    else if (entry.isFile()) fs.copyFileSync(source, target);
  }
}
