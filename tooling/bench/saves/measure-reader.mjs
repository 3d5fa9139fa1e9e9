import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { exitCodeOf } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';

const usageHook = new URL('./record-usage.mjs', import.meta.url).href;
const reader = path.join(root, 'apps/agent/dist/save-reader.js');
/** As the agent starts it, see apps/agent/src/saves/save-reading.ts. */
const readerOptions = ['--max-old-space-size=768', '--max-semi-space-size=4'];

/**
 * @typedef {{ cpuMs: number, peakMb: number }} Usage of a process, from its start to its end
 * @typedef {{ structureCount: number, failureCount: number, changedCount: number, goneCount: number }} Report
 * @typedef {Usage & Report & { messages: number, bytes: number }} Reading
 */

/**
 * Runs a program over a save. @param {string} script @param {string} file @returns {Promise<Usage>}
 */
export async function measureProgram(script, file) {
  const program = fileOf(script);
  const { child, usage } = start(program, path.dirname(file), [file]);
  if ((await exitCodeOf(child)) !== 0) throw new Stop(`${script} failed; see its output above.`);
  return usage();
}

/**
 * Has the agent's own reader read a save to its end, as the agent does; what it would send is counted and dropped.
 * @param {string} file @param {{ hashes: string, base: string | undefined, revision: string }} stored
 * @returns {Promise<Reading>}
 */
export async function measureReading(file, { hashes, base, revision }) {
  const { child, usage } = start(reader, path.dirname(file), [], readerOptions);
  const ended = exitCodeOf(child);
  const { size, mtimeMs } = fs.statSync(file);
  const head = { version: 2, revision, serverId: 'bench', save: { file, size, mtimeMs } };
  const request = {
    file,
    folder: path.dirname(file),
    savedAtMs: mtimeMs,
    hashes: { file: hashes, base, next: `${hashes}.next`, head },
    survivors: [],
    learned: [],
  };
  let [messages, bytes] = [0, 0];
  /** @type {Report} */
  const report = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Stop('The reader ended too early; see its output above.')));
    child.on('message', (/** @type {any} */ message) => {
      if (message.type === 'ready') child.send({ type: 'open', request });
      if (message.type === 'head')
        child.send({ type: 'begin', wanted: { hasBase: base !== undefined, takesGround: true } });
      if (message.type === 'failed') reject(new Stop(`The save could not be read: ${message.reason}`));
      if (message.type === 'end') resolve(message.report);
      if (message.type !== 'rows') return;
      messages += 1;
      bytes += message.json.length;
      child.send({ type: 'next' });
    });
  });
  await ended;
  fs.renameSync(`${hashes}.next`, hashes);
  return { ...usage(), ...report, messages, bytes };
}

/** @param {string} script */
function fileOf(script) {
  return path.join(root, 'tooling/bench/saves', script);
}

/** @param {string} program @param {string} folder @param {string[]} args @param {string[]} [options] */
function start(program, folder, args, options = []) {
  const usageFile = path.join(folder, `usage-${path.basename(program)}.json`);
  fs.rmSync(usageFile, { force: true });
  const child = fork(program, args, {
    execArgv: [...options, '--import', usageHook],
    env: { ...process.env, BENCH_USAGE: usageFile },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, usage: () => /** @type {Usage} */ (JSON.parse(fs.readFileSync(usageFile, 'utf8'))) };
}
