import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, script: string, args: string[] }} Step */

/** All checks, as Node programs. @param {string} folder the repository @returns {Step[]} */
export function checkSteps(folder) {
  return [
    { name: 'format', script: bin('oxfmt/bin/oxfmt'), args: ['--check'] },
    { name: 'lint', script: bin('oxlint/bin/oxlint'), args: ['--type-aware', '--deny-warnings'] },
    { name: 'arrows', script: 'tooling/arrows.mjs', args: [] },
    { name: 'patterns', script: 'tooling/patterns.mjs', args: [] },
    ...projects(folder).map((project) => ({
      name: `types of ${path.dirname(project)}`,
      script: bin('typescript/bin/tsc'),
      args: ['-p', project],
    })),
    { name: 'dead code', script: bin('knip/bin/knip.js'), args: ['--no-progress'] },
    { name: 'documents', script: 'tooling/documents.mjs', args: [] },
  ];
}

/** @param {string} place */
const bin = (place) => `node_modules/${place}`;

/** Every workspace with TypeScript of its own. @param {string} folder */
function projects(folder) {
  const parents = ['packages', 'apps'].flatMap((parent) =>
    fs.readdirSync(path.join(folder, parent)).map((name) => `${parent}/${name}`),
  );
  const found = [...parents, 'e2e', 'tooling'].map((workspace) => `${workspace}/tsconfig.json`);
  return found.filter((project) => fs.existsSync(path.join(folder, project)));
}
