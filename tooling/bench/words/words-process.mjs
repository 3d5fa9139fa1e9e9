// Measures the word index in a fresh process and prints the figures: `node --expose-gc words-process.mjs <dist folder>`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { spread } from '../rounds.mjs';
import { scanWords } from './words-scan.mjs';

const [queries, inARow, letters] = [1000, 100, 8];
const limits = { words: 2000, steps: 200_000 };

const dist = process.argv[2] ?? '';
/** @param {string} name */
const built = (name) => import(pathToFileURL(path.join(dist, name)).href);
const { readWordFile } = await built('words.js');
const { searchWords } = await built('word-search.js');

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Heap and buffers, without what only waits to be collected. */
const usedMb = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

const [mbBefore, startedAt, cpuBefore] = [usedMb(), performance.now(), cpuMs()];
const index = await readWordFile(path.join(dist, 'words.bin'));
const load = { wallMs: performance.now() - startedAt, cpuMs: cpuMs() - cpuBefore, mb: usedMb() - mbBefore };

/** All that are in the index. @type {{ words: string[] }} */
const { words } = searchWords(index, '?'.repeat(64), { words: Infinity, steps: Infinity });

const letter = () => String.fromCharCode(97 + Math.floor(Math.random() * 26));

/** @param {number} blanks */
function makeQuery(blanks) {
  return Array.from({ length: letters - blanks }, letter).join('') + '?'.repeat(blanks);
}

/** CPU milliseconds of each call. @param {string[]} asked @param {(query: string) => unknown} search */
function timeEach(asked, search) {
  return asked.map((query) => {
    const before = cpuMs();
    search(query);
    return cpuMs() - before;
  });
}

/** The same queries for both, in turns. The first turn only warms up. @param {number} blanks */
function compare(blanks) {
  /** @type {{ index: number[], scan: number[] }} */
  const times = { index: [], scan: [] };
  for (let done = -inARow; done < queries; done += inARow) {
    const asked = Array.from({ length: inARow }, () => makeQuery(blanks));
    const index = timeEach(asked, ask);
    const scan = timeEach(asked, (query) => scanWords(words, query));
    if (done < 0) continue;
    times.index.push(...index);
    times.scan.push(...scan);
  }
  return { indexMs: spread(times.index).median, scanMs: spread(times.scan).median };
}

/** @param {string} query */
const ask = (query) => searchWords(index, query, limits);

process.stdout.write(JSON.stringify({ words: words.length, load, none: compare(0), two: compare(2) }));
