import path from 'node:path';
import { pathToFileURL } from 'node:url';

const shared = ['package-lock.json', 'tsconfig.base.json', 'tooling/setup'];
/** Where Debian's wdutch is installed, its words are built in. */
const debianWords = '/usr/share/dict/dutch';

/** @typedef {'server' | 'world' | 'agent' | 'web'} TargetName */

/**
 * What is built: from which files, to which folder. Entries are bundled for Node; without them Vite builds the folder.
 * One with a tarball leaves home: it is bundled with all it needs and packed for npx. `finish` makes what the bundled
 * program itself can make.
 * @typedef {{ folder: string, inputs: string[], dist: string, entries?: Record<string, string>, tarball?: string,
 *   finish?: (distFolder: string) => Promise<void> }} Target
 * @type {Record<TargetName, Target>}
 */
export const targets = {
  server: {
    folder: 'apps/server',
    inputs: ['apps/server', 'packages', debianWords, ...shared],
    dist: 'apps/server/dist',
    entries: {
      main: 'src/main.ts',
      admin: 'src/admin.ts',
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
    entries: { main: 'src/main.ts' },
  },
  agent: {
    folder: 'apps/agent',
    inputs: ['apps/agent', 'packages', ...shared],
    dist: 'apps/agent/dist',
    entries: { main: 'src/main.ts' },
    tarball: 'agent.tgz',
  },
  web: {
    folder: 'apps/web',
    inputs: ['apps/web', 'packages', ...shared],
    dist: 'apps/web/dist',
  },
};
