import path from 'node:path';
import { pathToFileURL } from 'node:url';

const shared = ['package-lock.json', 'tsconfig.base.json', 'tooling/setup'];
/** Where Debian's wdutch is installed, its words are built in. */
const debianWords = '/usr/share/dict/dutch';

/** @typedef {'server' | 'world' | 'agent' | 'web'} TargetName */

/**
 * What is built: from which files, to which folder. Entries are bundled for Node; without them Vite builds the folder.
 * A target with a tarball is bundled with its dependencies and packed for npx, which also installs the `optional`
 * packages of a workspace where it can. `finish` generates what needs the bundled program.
 * @typedef {{ folder: string, inputs: string[], dist: string, entries?: Record<string, string>, tarball?: string,
 *   optional?: { workspace: string, packages: string[] }, finish?: (distFolder: string) => Promise<void> }} Target
 * @type {Record<TargetName, Target>}
 */
export const targets = {
  server: {
    folder: 'apps/server',
    inputs: ['apps/server', 'packages', debianWords, ...shared],
    dist: 'apps/server/dist',
    entries: {
      main: 'src/main.ts',
      admin: 'src/admin/admin.ts',
      words: 'src/modules/blokken/word-file.ts',
      'word-search': 'src/modules/blokken/word-search.ts',
    },
    finish: async (distFolder) => {
      const { writeWordFile } = await import(pathToFileURL(path.join(distFolder, 'words.js')).href);
      await writeWordFile(path.join(distFolder, 'words.bin'));
    },
  },
  world: {
    folder: 'apps/world',
    inputs: ['apps/world', 'packages', ...shared],
    dist: 'apps/world/dist',
    // The second generates world saves for benchmarks.
    entries: { main: 'src/main.ts', 'big-save': 'src/ark/load-test/big-save.ts' },
  },
  agent: {
    folder: 'apps/agent',
    inputs: ['apps/agent', 'packages', ...shared],
    dist: 'apps/agent/dist',
    entries: { main: 'src/main.ts', 'save-reader': 'src/saves/save-reader.ts' },
    tarball: 'agent.tgz',
    optional: { workspace: 'packages/ark', packages: ['libsql'] },
  },
  web: {
    folder: 'apps/web',
    inputs: ['apps/web', 'packages', ...shared],
    dist: 'apps/web/dist',
  },
};
