import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTrieX3, type TrieNode } from './trie-x3.ts';

/** As cspell wrote it, of the words below. */
const written = String.raw`#!/usr/bin/env cspell-trie reader
TrieXv3
base=16
# Data:
__DATA__
\1
\-
\2$3
\<
\9$2
a
\$
b$3
h
a
ndelaars$$3en$2$6
i
j
\\\s$4
w#6;<
x
\#
y\;z$5
é$
`;
const trading = ['andel', 'andelaar', 'andelaars', 'andelen'];
const words = ['1-2', '<9', 'a$b', String.raw`ij\s`, 'x#y;z', 'é', ...trading.flatMap((end) => [`h${end}`, `w${end}`])];

function wordsOf({ isWord, next }: TrieNode, begin = ''): string[] {
  const below = [...(next ?? [])].flatMap(([step, node]) => wordsOf(node, begin + step));
  return isWord ? [begin, ...below] : below;
}

it('has the words that were written into it, also those of signs that mean something in it', () => {
  expect(wordsOf(readTrieX3(written)).toSorted()).toEqual(words.toSorted());
});

it('reads the whole Dutch list: as many entries as cspell finds in it', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@cspell/dict-nl-nl'));
  const text = gunzipSync(readFileSync(join(folder, 'Dutch.trie.gz'))).toString('utf8');
  const found = wordsOf(readTrieX3(text));
  expect(found).toHaveLength(804_035);
  expect(found).toEqual(expect.arrayContaining(['voorbeeld', 'geïnteresseerd', '+knijpers', 'Beilenaar']));
});

it.each([
  ['is another format', written.replace('TrieXv3', 'TrieXv4')],
  ['has no data', written.slice(0, written.indexOf('__DATA__'))],
  ['goes up above its root', `${written}$$$$$`],
  ['points to what is not there', `${written}b#fff;<`],
])('refuses a list that %s', (_, text) => {
  expect(() => readTrieX3(text)).toThrow('TrieXv3');
});
