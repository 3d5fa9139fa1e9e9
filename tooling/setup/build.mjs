import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../stop.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { targets } from './targets.mjs';
import { hashInputs, isBuiltFrom, markBuiltFrom } from './inputs.mjs';

/**
 * Builds what changed since its last build, in parallel.
 * @param {string} folder the repository
 * @param {import('./targets.mjs').TargetName[]} names
 */
export async function build(folder, names) {
  const stale = names.map((name) => staleBuild(folder, name)).filter((found) => found !== undefined);
  if (stale.length === 0) return;
  const startedAt = Date.now();
  console.log(`Building ${stale.map(({ name }) => name).join(', ')} …`);
  // The second has what was compiled of the last build.
  for (const name of [workFolder(folder), path.join(folder, '.cache', 'compiled')])
    fs.rmSync(name, { recursive: true, force: true });
  const results = await Promise.allSettled(stale.map((target) => buildTarget(folder, target)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** @param {string} folder @param {import('./targets.mjs').TargetName} name */
function staleBuild(folder, name) {
  const hash = hashInputs(folder, targets[name].inputs);
  return isBuiltFrom(path.join(folder, targets[name].dist), hash) ? undefined : { name, hash };
}

/**
 * Builds into a temporary folder and swaps: a killed build leaves the old result or none, never half of one.
 * @param {string} folder
 * @param {{ name: import('./targets.mjs').TargetName, hash: string }} target
 */
async function buildTarget(folder, { name, hash }) {
  const next = path.join(workFolder(folder), `${name}-next`);
  const old = path.join(workFolder(folder), `${name}-old`);
  const dist = path.join(folder, targets[name].dist);
  fs.mkdirSync(next, { recursive: true });
  const script = path.join(folder, 'tooling/setup/build-target.mjs');
  const { exitCode, output } = await runNodeProgram(script, [name, next], { cwd: folder, quiet: true });
  if (exitCode !== 0) throw new Stop(`${output.trim()}\nBuilding ${name} failed.`);
  markBuiltFrom(next, hash);
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(next, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

/** @param {string} folder */
const workFolder = (folder) => path.join(folder, '.cache', 'build');
