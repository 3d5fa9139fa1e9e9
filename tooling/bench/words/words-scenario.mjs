import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { exitCodeOf } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { inWords, spread } from '../rounds.mjs';

const rounds = 3;

/**
 * @typedef {{ indexMs: number, scanMs: number }} Medians CPU milliseconds of a query
 * @typedef {{ words: number, load: { wallMs: number, cpuMs: number, mb: number }, none: Medians, two: Medians }} Sample
 */

/** @returns {Promise<string>} */
export async function measureWords() {
  /** @type {Sample[]} */
  const samples = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await measureOnce());
  return table(samples);
}

/** @returns {Promise<Sample>} */
async function measureOnce() {
  const script = path.join(root, 'tooling/bench/words/words-process.mjs');
  const child = spawn(process.execPath, ['--expose-gc', script, path.join(root, 'apps/server/dist')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = exitCodeOf(child);
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  if ((await ended) !== 0) throw new Stop('The words could not be measured; see the output above.');
  return JSON.parse(output);
}

/** @param {Sample[]} samples */
function table(samples) {
  /** @param {(sample: Sample) => number} read @param {number} [digits] */
  const of = (read, digits) => inWords(spread(samples.map(read)), digits);
  /** @param {string} name @param {(sample: Sample) => Medians} read */
  const row = (name, read) => {
    const index = of((sample) => read(sample).indexMs, 3);
    const scan = of((sample) => read(sample).scanMs, 2);
    return `| ${name} | ${index} | ${scan} | ${of((sample) => read(sample).scanMs / read(sample).indexMs)} |`;
  };
  return `${samples[0]?.words ?? 0} words. ${rounds} rounds, each in a new process with 1,000 random queries of 8 letters; the plain scan gets the
same queries in turn, and stops at a word's first letter that is missing. CPU time, the median of the queries.

| | index, ms | plain scan, ms | times faster |
|---|---|---|---|
${row('8 letters', (sample) => sample.none)}
${row('6 letters and two ?', (sample) => sample.two)}

Loading the index takes ${of(({ load }) => load.wallMs)} ms (${of(({ load }) => load.cpuMs)} ms of CPU) and ${of(({ load }) => load.mb, 1)} MB of memory.`;
}
