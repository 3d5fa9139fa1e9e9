import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import { foldLetters } from './letters.ts';
import { roundWords } from './round-words.ts';

/** Debian's package wdutch, where it is installed: many compounds that cspell has only in parts. */
const debianFile = '/usr/share/dict/dutch';

/** Dutch words as the puzzles use them, with duplicates. */
export function readDutchWords(files = { debian: debianFile }): string[] {
  const debian = existsSync(files.debian) ? readFileSync(files.debian, 'utf8').split('\n') : [];
  return [...roundWords, ...[...readCspellList(), ...debian].flatMap((word) => toGameWord(word) ?? [])];
}

/** Also has parts of words, wrong words and lowercase names: cspell marks those with special characters. */
function readCspellList(): Iterable<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('@cspell/dict-nl-nl'));
  return decodeTrie(gunzipSync(readFileSync(join(folder, 'Dutch.trie.gz')))).words();
}

/** Lowercase letters only: names have capitals, abbreviations have other characters or no vowel. */
function toGameWord(word: string): string | undefined {
  if (/^[a-z]{2,}$/.test(word)) return hasVowel.test(word) ? word : undefined;
  const folded = /^\p{Ll}{2,}$/u.test(word) ? foldLetters(word) : undefined;
  return folded !== undefined && hasVowel.test(folded) ? folded : undefined;
}

const hasVowel = /[aeiouy]/;
