import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Native helpers that `ws` and `pg` work without. The agent reads no Ascended saves without `libsql`. */
const optional = /^(bufferutil|utf-8-validate|libsql|pg-native|pg-cloudflare)$/;

/** Packages of hundreds of small modules, with what they import: finding, reading and compiling them takes a third of a start. */
const bundledPackages =
  /^(aws4|drizzle-orm|@fastify\/busboy|fast-json-stringify|fastify|lru-cache|@nats-io\/transport-node|p-limit|pg|ws|zod)(\/|$)/;

/**
 * On Node 20 `pg` makes a `Response` to find out whether it runs at Cloudflare, and Node loads all of `fetch` for it.
 * @type {import('rolldown').Plugin}
 */
const runtimeOfPg = {
  name: 'runtime-of-pg',
  transform: {
    filter: { id: /[\\/]pg[\\/]lib[\\/]stream\.js$/ },
    handler: (code) => code.replace("typeof Response === 'function'", 'false'),
  },
};

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
    plugins: [runtimeOfPg],
    external: tarball ? (id) => isBuiltin(id) || optional.test(id) : isPackage,
    output: {
      dir: distFolder,
      format: 'esm',
      sourcemap: !tarball,
      // Node reads the maps at every start, and finds the sources where they are.
      sourcemapExcludeSources: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  };
}

/** @param {string} id @param {string} [importer] */
function isPackage(id, importer) {
  // One copy of pino, which also starts threads from its own files.
  if (importer?.includes('/node_modules/')) return isBuiltin(id) || optional.test(id) || id === 'pino';
  return !/^(\.|@tribehall\/)/.test(id) && !path.isAbsolute(id) && !bundledPackages.test(id);
}
