import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldLetters } from './letters.ts';
import { roundWords } from './round-words.ts';
import { buildWordIndex } from './word-index-builder.ts';
import { packWordIndex, unpackWordIndex, type WordIndex } from './word-index.ts';

/** Debian's package wdutch, where it is installed: many compounds that cspell has only in parts. */
const debianFile = '/usr/share/dict/dutch';
const hasVowel = /[aeiouy]/;

/** Written once, by the build: building the index takes seconds, reading it a moment. */
export async function writeWordFile(file: string): Promise<void> {
  await writeFile(file, packWordIndex(buildWordIndex(await readDutchWords())));
}

/** Builds the index where there is no file, as in a portal that was never built. */
export async function readWordFile(file: string): Promise<WordIndex> {
  const bytes = await readFile(file).catch(() => undefined);
  return (bytes && unpackWordIndex(bytes)) ?? buildWordIndex(await readDutchWords());
}

/** Dutch words as the puzzles use them, with duplicates. */
export async function readDutchWords(files = { debian: debianFile }): Promise<string[]> {
  const debian = existsSync(files.debian) ? readFileSync(files.debian, 'utf8').split('\n') : [];
  return [...roundWords, ...[...(await readCspellList()), ...debian].flatMap((word) => toGameWord(word) ?? [])];
}

/** Also has parts of words, wrong words and lowercase names: cspell marks those with special characters. */
async function readCspellList(): Promise<Iterable<string>> {
  // Loaded on demand: a portal with a word file never needs it.
  const { decodeTrie } = await import('cspell-trie-lib');
  const folder = dirname(createRequire(import.meta.url).resolve('@cspell/dict-nl-nl'));
  return decodeTrie(gunzipSync(readFileSync(join(folder, 'Dutch.trie.gz')))).words();
}

/** Lowercase letters only: names have capitals, abbreviations have other characters or no vowel. */
function toGameWord(word: string): string | undefined {
  if (/^[a-z]{2,}$/.test(word)) return hasVowel.test(word) ? word : undefined;
  const folded = /^\p{Ll}{2,}$/u.test(word) ? foldLetters(word) : undefined;
  return folded !== undefined && hasVowel.test(folded) ? folded : undefined;
}
