import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { roundWords } from './round-words.ts';
import { readDutchWords } from './word-file.ts';

const words = new Set(await readDutchWords({ debian: '/nowhere' }));
const has = (list: string[]) => list.filter((word) => words.has(word));

it('has hundreds of thousands of words, of small letters alone', () => {
  expect(words.size).toBeGreaterThan(270_000);
  expect([...words].filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([]);
});

it('has every word of the rounds', () => {
  expect(roundWords.filter((word) => !words.has(word))).toEqual([]);
});

it('folds accents, and leaves out names, abbreviations, parts of words and what is wrong', () => {
  const good = ['geinteresseerd', 'cafe', 'ideeen', 'fietsen', 'zee'];
  expect(has(good)).toEqual(good);
  expect(has(['amsterdam', 'beilenaar', 'btw', 'dvd', 'b', 'huiverings', 'id-kaart'])).toEqual([]);
});

it('adds the words of wdutch where it is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-words-'));
  const debian = join(folder, 'dutch');
  writeFileSync(debian, "aalbessengelei\nAalst\na's\nreünisten\nbtw\n");
  const more = (await readDutchWords({ debian })).filter((word) => !words.has(word));
  rmSync(folder, { recursive: true });
  expect(more).toEqual(['aalbessengelei']);
});
