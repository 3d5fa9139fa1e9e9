import { execFileSync, fork, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { makeRelease } from '../../release/make-release.mjs';
import { exitCodeOf, stopProgram } from '../../run/program.mjs';
import { benchSettings, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, memoryMb, processTree } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';
import { goals, missedGoals } from './release-goals.mjs';

const rounds = 7;

/** @typedef {{ wall: number, cpu: number, portalMb?: number, databaseMb?: number }} Sample milliseconds, megabytes */

/** @returns {Promise<{ text: string, failures: string[] }>} */
export function measureStart() {
  return withDataFolder(async (dataDir) => {
    const first = await startPortal(dataDir);
    await first.stop();
    return withRelease(dataDir, async (release) => {
      const samples = await interleave(
        {
          portal: () => portalOnce(dataDir),
          all: () => productOnce(dataDir),
          release: () => releaseOnce(release),
          baseline: baselineOnce,
        },
        rounds,
      );
      const megabytes = megabytesOf(release);
      const milliseconds = spread((samples.release ?? []).map(({ wall }) => wall)).median;
      return { text: table(samples, megabytes), failures: missedGoals({ milliseconds, megabytes }) };
    });
  });
}

/** Made and unpacked beside the data folder. @template T @param {string} dataDir @param {(release: string) => Promise<T>} measure */
async function withRelease(dataDir, measure) {
  const folder = fs.mkdtempSync(path.join(path.dirname(dataDir), 'tribehall-bench-release-'));
  try {
    // For root: the database runs as another user.
    fs.chmodSync(folder, 0o755);
    await makeRelease(root, path.join(folder, 'release'), { executables: [] });
    const [archive = ''] = fs.readdirSync(path.join(folder, 'release')).filter((name) => name.endsWith('.tar.gz'));
    execFileSync('tar', ['-xzf', path.join(folder, 'release', archive), '-C', folder]);
    const [release = ''] = fs.readdirSync(folder).filter((name) => name.startsWith('tribehall-'));
    return await measure(path.join(folder, release));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** On disk. @param {string} release */
function megabytesOf(release) {
  const entries = fs.readdirSync(release, { recursive: true, encoding: 'utf8' });
  return entries.reduce((sum, entry) => sum + fs.lstatSync(path.join(release, entry)).blocks * 512, 0) / 1e6;
}

/** As an operator does it: no data folder, so the database is set up. @param {string} release @returns {Promise<Sample>} */
async function releaseOnce(release) {
  const work = fs.mkdtempSync(path.join(path.dirname(release), 'first-start-'));
  fs.chmodSync(work, 0o755);
  // For root, who otherwise needs a user for the portal.
  fs.writeFileSync(path.join(work, '.env'), 'PORT=0\nRUN_AS=root\n');
  const { PATH, HOME } = process.env;
  try {
    return await programOnce(path.join(release, 'bin/tribehall'), ['start'], { cwd: work, env: { PATH, HOME } });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
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
function productOnce(dataDir) {
  return programOnce(process.execPath, [path.join(root, 'tooling/start.mjs')], { env: benchSettings(dataDir) });
}

/** @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options */
async function programOnce(program, args, options) {
  const startedAt = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout ?? []) {
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

/** @param {Record<string, Sample[]>} samples @param {number} megabytes of the unpacked release */
function table({ portal = [], all = [], release = [], baseline = [] }, megabytes) {
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
  return `${rounds} rounds on a data folder that is set up, the release on none; ready is when the portal says so. CPU time includes the database.
The goals of a release: its first start within ${goals.milliseconds} ms, and at most ${goals.megabytes} MB unpacked.

| | wall ms | CPU ms | CPU against the baseline |
|---|---|---|---|
${row('portal with its database', portal)}
${row('`npm start`: checks, demo world, portal', all)}
${row('first start of the unpacked release: sets up its database', release)}
${row('baseline: an empty Node program', baseline)}

Memory when ready, shared pages divided among those who share them: portal ${portalMb} MB, its database ${databaseMb} MB. The unpacked release takes ${megabytes.toFixed(0)} MB of the drive.`;
}
