const shared = ['package-lock.json', 'tsconfig.base.json', 'tooling/setup'];

/** @typedef {'server' | 'world' | 'web'} TargetName */

/**
 * What is built: from which files, to which folder. Entries are bundled for Node; without them Vite builds the folder.
 * @type {Record<TargetName, { folder: string, inputs: string[], dist: string, entries?: Record<string, string> }>}
 */
export const targets = {
  server: {
    folder: 'apps/server',
    inputs: ['apps/server', 'packages', ...shared],
    dist: 'apps/server/dist',
    entries: { main: 'src/main.ts', admin: 'src/admin.ts' },
  },
  world: {
    folder: 'apps/world',
    inputs: ['apps/world', 'packages', ...shared],
    dist: 'apps/world/dist',
    entries: { main: 'src/main.ts' },
  },
  web: {
    folder: 'apps/web',
    inputs: ['apps/web', 'packages', ...shared],
    dist: 'apps/web/dist',
  },
};
