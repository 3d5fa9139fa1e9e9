import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTrieX3, type TrieNode } from '../../platform/trie-x3.ts';
import { foldLetters } from './letters.ts';
import { roundWords } from './round-words.ts';

/** Of Debian's package wdutch, where it is installed: many compounds that cspell has only in parts. */
const debianFile = '/usr/share/dict/dutch';

/** Dutch words as they stand in a puzzle. Some come more than once. */
export function readDutchWords(files = { debian: debianFile }): string[] {
  const words: string[] = [];
  collectWords(readTrieX3(readCspellList()), '', words);
  const more = existsSync(files.debian) ? readFileSync(files.debian, 'utf8').split('\n') : [];
  return [...roundWords, ...[...words, ...more].flatMap((word) => toGameWord(word) ?? [])];
}

function readCspellList(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@cspell/dict-nl-nl'));
  return gunzipSync(readFileSync(join(folder, 'Dutch.trie.gz'))).toString('utf8');
}

/** Those of letters alone: cspell marks with signs what is a part of a word, or wrong, or a name in small letters. */
function collectWords({ isWord, next }: TrieNode, begin: string, words: string[]): void {
  if (isWord) words.push(begin);
  next?.forEach((node, step) => {
    if (isSmallLetter(step)) collectWords(node, begin + step, words);
  });
}

function isSmallLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || /^\p{Ll}$/u.test(character);
}

/** Names have capitals, abbreviations signs or no vowel. */
function toGameWord(word: string): string | undefined {
  if (/^[a-z]{2,}$/.test(word)) return hasVowel.test(word) ? word : undefined;
  const folded = /^\p{Ll}{2,}$/u.test(word) ? foldLetters(word) : undefined;
  return folded !== undefined && hasVowel.test(folded) ? folded : undefined;
}

const hasVowel = /[aeiouy]/;
