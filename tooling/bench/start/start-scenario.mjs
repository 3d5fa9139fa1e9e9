import { fork, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { exitCodeOf, stopProgram } from '../../run/program.mjs';
import { benchSettings, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, memoryMb, processTree } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 7;

/** @typedef {{ wall: number, cpu: number, portalMb?: number, databaseMb?: number }} Sample milliseconds, megabytes */

/** @returns {Promise<string>} */
export function measureStart() {
  return withDataFolder(async (dataDir) => {
    const first = await startPortal(dataDir);
    await first.stop();
    const samples = await interleave(
      { portal: () => portalOnce(dataDir), all: () => productOnce(dataDir), baseline: baselineOnce },
      rounds,
    );
    return table(samples);
  });
}

/** @param {string} dataDir @returns {Promise<Sample>} */
async function portalOnce(dataDir) {
  const startedAt = performance.now();
  const portal = await startPortal(dataDir);
  const wall = performance.now() - startedAt;
  const all = processTree(portal.pid);
  const below = all.filter((pid) => pid !== portal.pid);
  const sample = { wall, cpu: cpuSeconds(all) * 1000, portalMb: memoryMb([portal.pid]), databaseMb: memoryMb(below) };
  await portal.stop();
  return sample;
}

/** What a person waits for after `npm start`, npm itself left out. @param {string} dataDir @returns {Promise<Sample>} */
async function productOnce(dataDir) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'tooling/start.mjs')], {
    env: benchSettings(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (/^Tribehall is ready at /m.test(output)) break;
  }
  const sample = { wall: performance.now() - startedAt, cpu: cpuSeconds(processTree(child.pid ?? 0)) * 1000 };
  await stopProgram(child);
  return sample;
}

/** @returns {Promise<Sample>} */
async function baselineOnce() {
  const startedAt = performance.now();
  const child = fork(path.join(root, 'tooling/bench/start/baseline-program.mjs'));
  const cpu = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
  });
  const wall = performance.now() - startedAt;
  await exitCodeOf(child);
  return { wall, cpu: Number(cpu) };
}

/** @param {Record<string, Sample[]>} samples */
function table({ portal = [], all = [], baseline = [] }) {
  /** @param {string} name @param {Sample[]} list */
  const row = (name, list) => {
    const cpu = list.map((sample) => sample.cpu);
    const compared = inWords(
      ratio(
        cpu,
        baseline.map((sample) => sample.cpu),
      ),
      1,
    );
    return `| ${name} | ${inWords(spread(list.map(({ wall }) => wall)))} | ${inWords(spread(cpu))} | ${compared} |`;
  };
  const portalMb = inWords(spread(portal.map((sample) => sample.portalMb ?? Number.NaN)));
  const databaseMb = inWords(spread(portal.map((sample) => sample.databaseMb ?? Number.NaN)));
  return `${rounds} rounds on a data folder that is set up; ready is when the portal says so. CPU time includes the database.

| | wall ms | CPU ms | CPU against the baseline |
|---|---|---|---|
${row('portal with its database', portal)}
${row('`npm start`: checks, demo world, portal', all)}
${row('baseline: an empty Node program', baseline)}

Memory when ready, shared pages divided among those who share them: portal ${portalMb} MB, its database ${databaseMb} MB.`;
}
