import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleOptions } from '../setup/bundle.mjs';
import { buildFile } from '../setup/npm-package.mjs';
import { targets } from '../setup/targets.mjs';
import { Stop } from '../stop.mjs';
import { ownTarget, provideNode } from './node-program.mjs';

/**
 * Makes single-file executables of the agent ("single executable applications" of Node.js), with Node.js inside. Returns their
 * names; none where Node.js to make them with does not run on this machine.
 * @param {string} root a checkout whose agent is built
 * @param {{ folder: string, name: string, wanted: readonly import('./node-program.mjs').Target[], build?: string }} options
 * `build` is reported instead of the one of the agent
 */
export async function makeExecutables(root, { folder, name, wanted, build }) {
  if (!ownTarget || wanted.length === 0) return [];
  const maker = await provideNode(root, ownTarget);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-executable-'));
  try {
    const main = await bundle(root, work);
    const record = JSON.parse(fs.readFileSync(path.join(root, targets.agent.dist, buildFile), 'utf8'));
    fs.writeFileSync(path.join(work, buildFile), JSON.stringify({ ...record, ...(build && { build }) }));
    const made = [];
    for (const target of wanted) {
      const file = `${name}-${target}${target.startsWith('win') ? '.exe' : ''}`;
      await makeExecutable({
        work,
        main,
        maker,
        node: await provideNode(root, target),
        output: path.join(folder, file),
      });
      made.push(file);
    }
    return made;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** The agent as one file. @param {string} root @param {string} work */
async function bundle(root, work) {
  const { build } = await import('rolldown');
  const entries = { agent: 'src/executable/executable.ts' };
  const { output, ...options } = bundleOptions(
    path.join(root, targets.agent.folder),
    { ...targets.agent, entries },
    work,
  );
  await build({ ...options, output: { ...output, codeSplitting: false } });
  return path.join(work, 'agent.js');
}

/** @param {{ work: string, main: string, maker: string, node: string, output: string }} parts */
async function makeExecutable({ work, main, maker, node, output }) {
  const config = path.join(work, 'executable.json');
  const settings = {
    main,
    mainFormat: 'module',
    executable: node,
    output,
    // As it is a file of the npm package.
    assets: { [buildFile]: path.join(work, buildFile) },
    disableExperimentalSEAWarning: true,
    // An executable for another system cannot have them.
    useCodeCache: false,
    useSnapshot: false,
    // Running updates, and SQLite, are experimental in Node.js; operators can do nothing about it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    execArgvExtension: 'env',
  };
  fs.writeFileSync(config, JSON.stringify(settings));
  try {
    await promisify(execFile)(maker, ['--build-sea', config], { cwd: work });
  } catch (error) {
    const { stderr, message } = /** @type {Error & { stderr?: string }} */ (error);
    const reason = (stderr || message).trim();
    const hint = reason.includes('libatomic')
      ? ' Install the Debian package libatomic1, or what has libatomic.so.1.'
      : '';
    throw new Stop(`${reason}\nNode.js could not make ${path.basename(output)}.${hint}`);
  }
  fs.chmodSync(output, 0o755);
}
