import path from 'node:path';

/**
 * Rolldown's options for a program that runs on Node: our own code in it, npm packages beside it.
 * @param {string} folder the workspace
 * @param {Record<string, string>} entries
 * @param {string} distFolder
 * @returns {import('rolldown').InputOptions & { output: import('rolldown').OutputOptions }}
 */
export function bundleOptions(folder, entries, distFolder) {
  return {
    cwd: folder,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(folder, file)])),
    platform: 'node',
    external: (id) => !/^(\.|@tribehall\/)/.test(id) && !path.isAbsolute(id),
    output: {
      dir: distFolder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  };
}
