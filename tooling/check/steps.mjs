import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { runNodeProgram } from '../run/node-program.mjs';

/** @typedef {{ name: string, script: string, args: string[] }} Step */

/** All checks, as Node programs. @param {string} folder the repository @returns {Step[]} */
export function checkSteps(folder) {
  return [
    { name: 'format', script: bin('oxfmt/bin/oxfmt'), args: ['--check'] },
    { name: 'lint', script: bin('oxlint/bin/oxlint'), args: ['--type-aware', '--deny-warnings'] },
    { name: 'arrows', script: 'tooling/arrows.mjs', args: [] },
    { name: 'shape', script: 'tooling/shape.mjs', args: [] },
    { name: 'patterns', script: 'tooling/patterns.mjs', args: [] },
    ...projects(folder).map((project) => ({
      name: `types of ${path.dirname(project)}`,
      script: bin('typescript/bin/tsc'),
      args: ['-p', project],
    })),
    { name: 'dead code', script: bin('knip/bin/knip.js'), args: ['--no-progress'] },
    { name: 'supply chain', script: 'tooling/supply-chain.mjs', args: [] },
    { name: 'documents', script: 'tooling/documents.mjs', args: [] },
  ];
}

/** @param {string} file */
const bin = (file) => `node_modules/${file}`;

/** Every workspace with a `tsconfig.json`. @param {string} folder */
function projects(folder) {
  const parents = ['packages', 'apps'].flatMap((parent) =>
    fs.readdirSync(path.join(folder, parent)).map((name) => `${parent}/${name}`),
  );
  const found = [...parents, 'e2e', 'tooling'].map((workspace) => `${workspace}/tsconfig.json`);
  return found.filter((project) => fs.existsSync(path.join(folder, project)));
}

/**
 * Runs all steps, one per core at a time, and prints the outcome of each; a failure does not stop the others.
 * @param {Step[]} steps @returns {Promise<string[]>} the names of those that failed
 */
export async function runSteps(steps) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return failed;
}

/** @param {Step} step */
async function runStep({ name, script, args }) {
  const startedAt = Date.now();
  const { exitCode, output } = await runNodeProgram(path.join(root, script), args, { cwd: root, quiet: true });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${exitCode === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (exitCode !== 0) console.log(output.trimEnd());
  return exitCode === 0;
}
