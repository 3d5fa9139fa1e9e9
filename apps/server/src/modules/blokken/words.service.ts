import { join } from 'node:path';
import { blokkenLimits } from '@tribehall/contract';
import { AppError, fieldError } from '../../errors.ts';
import { foldLetters } from './letters.ts';
import { readWordFile } from './word-file.ts';
import type { WordIndex } from './word-index.ts';
import { searchWords } from './word-search.ts';

/** A few milliseconds of counting; what comes after them nobody reads to the end. */
const limits = { words: blokkenLimits.words, steps: 60_000 };

/** The build puts it beside the program. */
const wordFile = join(import.meta.dirname, 'words.bin');

export async function findWords(characters: string): Promise<string[]> {
  const wanted = readCharacters(characters);
  const { words, count } = searchWords(await index(), wanted, limits);
  if (count !== words.length)
    throw new AppError('PAYLOAD_TOO_LARGE', 'Too many words can be made of these characters. Give fewer of them.', {
      found: count,
    });
  return words;
}

export async function isDutchWord(word: string): Promise<boolean> {
  const all = { words: Infinity, steps: Infinity };
  return searchWords(await index(), word, all).words.includes(word);
}

/** Spaces between the letters do not matter, nor do accents and capitals. */
function readCharacters(characters: string): string {
  const parts = characters.normalize('NFKC').replaceAll(/\s/g, '').split('?').map(foldLetters);
  if (parts.includes(undefined))
    throw fieldError('BAD_REQUEST', 'characters', 'These are letters, with ? for any letter.');
  return parts.join('?');
}

let loaded: Promise<WordIndex> | undefined;

/** Read when the first person asks, and kept: it never changes while the portal runs. */
async function index(): Promise<WordIndex> {
  loaded ??= readWordFile(wordFile);
  try {
    return await loaded;
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}
