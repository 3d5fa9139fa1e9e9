import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../paths.mjs';
import { Stop } from '../../stop.mjs';
import { withDataFolder } from '../portal.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';
import { measureProgram, measureReading } from './measure-reader.mjs';

const rounds = 5;
const structures = 200_000;
const changedShare = 0.01;

/**
 * @typedef {import('./measure-reader.mjs').Usage} Usage @typedef {import('./measure-reader.mjs').Reading} Reading
 * @typedef {{ game: string, mb: number, baseline: Usage[], full: Reading[], second: Reading[] }} Measured
 */

/** @returns {Promise<string>} */
export async function measureSaves() {
  const ascended = await withDataFolder((folder) => measureGame(folder, 'asa', 'baseline-ascended.mjs'));
  const evolved = await withDataFolder((folder) => measureGame(folder, 'ase', 'baseline-evolved.mjs'));
  return table(ascended, evolved);
}

/** @param {string} folder @param {'asa' | 'ase'} game @param {string} baseline @returns {Promise<Measured>} */
async function measureGame(folder, game, baseline) {
  const { writeBigSave } = await import(pathToFileURL(path.join(root, 'apps/world/dist/big-save.js')).href);
  const [file, changed] = ['first', 'second'].map((name) => path.join(folder, name, 'TheIsland_WP.ark'));
  for (const save of [file, changed]) fs.mkdirSync(path.dirname(String(save)));
  await writeBigSave(file, { game, structures, seed: 'bench' });
  await writeBigSave(changed, { game, structures, seed: 'bench', changedShare });
  const hashes = path.join(folder, 'rows');
  const samples = await interleave(
    {
      baseline: () => measureProgram(baseline, String(file)),
      full: () => measureReading(String(file), { hashes, base: undefined, revision: 'first' }),
      second: () => {
        fs.copyFileSync(hashes, `${hashes}-second`);
        return measureReading(String(changed), { hashes: `${hashes}-second`, base: 'first', revision: 'second' });
      },
    },
    rounds,
  );
  const [full, second] = /** @type {Reading[][]} */ ([samples['full'], samples['second']]);
  const wrong = full?.find(({ structureCount, failureCount }) => structureCount !== structures || failureCount > 0);
  if (wrong)
    throw new Stop(`Of ${structures} structures ${wrong.structureCount} were read, ${wrong.failureCount} failed.`);
  const mb = fs.statSync(String(file)).size / 1e6;
  return { game, mb, baseline: samples['baseline'] ?? [], full: full ?? [], second: second ?? [] };
}

/** @param {Measured} asa @param {Measured} ase */
function table(asa, ase) {
  return `A generated save of ${structures.toLocaleString('en')} structures, read by the agent's own reader in its own process: every object, a hash for each row,
all rows in messages for the portal. The baseline for Ascended fetches every blob of the same file with the same SQLite and drops
it; for Evolved it passes over the bytes of the file. ${rounds} rounds in turns; CPU time and peak memory are of whole processes.

| | baseline, s | reading, s | speed, part of the baseline's | peak memory, MB |
|---|---|---|---|---|
${readingRow('Ascended', asa)}
${readingRow('Evolved', ase)}

The same world saved again with ${changedShare * 100} % of its structures changed, in the same rounds:

| | sent | first time | reading, s | part of the first time | peak memory, MB |
|---|---|---|---|---|---|
${secondRow('Ascended', asa)}
${secondRow('Evolved', ase)}`;
}

/** @param {string} name @param {Measured} measured */
function readingRow(name, { mb, baseline, full }) {
  const [least, taken] = [cpuSeconds(baseline), cpuSeconds(full)];
  const peak = inWords(spread(full.map(({ peakMb }) => peakMb)));
  const speed = inWords(ratio(least, taken), 2);
  return `| ${name}, ${mb.toFixed(0)} MB | ${inWords(spread(least), 2)} | ${inWords(spread(taken), 2)} | ${speed} | ${peak} |`;
}

/** @param {Usage[]} samples */
function cpuSeconds(samples) {
  return samples.map(({ cpuMs }) => cpuMs / 1000);
}

/** @param {string} name @param {Measured} measured */
function secondRow(name, { full, second }) {
  const [first, again] = [cpuSeconds(full), cpuSeconds(second)];
  const peak = inWords(spread(second.map(({ peakMb }) => peakMb)));
  const sent = `${second[0]?.changedCount} rows, ${second[0]?.goneCount} gone, ${amount(second[0])}`;
  return `| ${name} | ${sent} | ${amount(full[0])} | ${inWords(spread(again), 2)} | ${inWords(ratio(again, first), 2)} | ${peak} |`;
}

/** @param {Reading | undefined} reading */
function amount(reading) {
  return `${reading?.messages ?? 0} messages, ${((reading?.bytes ?? 0) / 1e6).toFixed(2)} MB`;
}
