import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Optional native helpers of `ws`, which works without them. The agent reads no Ascended saves without `libsql`. */
const optional = /^(bufferutil|utf-8-validate|libsql)$/;

/** Packages of hundreds of small modules: finding and reading them takes a third of a start. */
const bundledPackages = /^(drizzle-orm|zod)(\/|$)/;

/**
 * Rolldown's options for a program that runs on Node: our own code is bundled, most npm packages are external; a target
 * with a tarball bundles those too.
 * @param {string} folder the workspace
 * @param {import('./targets.mjs').Target} target
 * @param {string} distFolder
 * @returns {import('rolldown').InputOptions & { output: import('rolldown').OutputOptions }}
 */
export function bundleOptions(folder, { entries = {}, tarball }, distFolder) {
  return {
    cwd: folder,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(folder, file)])),
    platform: 'node',
    external: tarball ? (id) => isBuiltin(id) || optional.test(id) : isPackage,
    output: {
      dir: distFolder,
      format: 'esm',
      sourcemap: !tarball,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  };
}

/** @param {string} id */
function isPackage(id) {
  return !/^(\.|@tribehall\/)/.test(id) && !path.isAbsolute(id) && !bundledPackages.test(id);
}
