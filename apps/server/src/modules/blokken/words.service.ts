import { join } from 'node:path';
import { blokkenLimits } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { foldLetters } from './letters.ts';
import { readWordFile } from './word-file.ts';
import type { WordIndex } from './word-index.ts';
import { searchWords } from './word-search.ts';

/** Counting stops after a few milliseconds: nobody reads that many words. */
const limits = { words: blokkenLimits.words, steps: 60_000 };

/** The build writes it beside the program; a portal that runs from its sources uses the one of the last build. */
const wordFile = join(serverRoot, 'dist/words.bin');

export async function findWords(ctx: Ctx, characters: string): Promise<string[]> {
  const wanted = readCharacters(characters);
  const { words, count } = searchWords(await loadIndex(ctx), wanted, limits);
  if (count !== words.length)
    throw new AppError('PAYLOAD_TOO_LARGE', 'These characters make too many words. Enter fewer of them.', {
      found: count,
    });
  return words;
}

export async function isDutchWord(ctx: Ctx, word: string): Promise<boolean> {
  const all = { words: Infinity, steps: Infinity };
  return searchWords(await loadIndex(ctx), word, all).words.includes(word);
}

/** Ignores spaces, accents and case. */
function readCharacters(characters: string): string {
  const parts = characters.normalize('NFKC').replaceAll(/\s/g, '').split('?').map(foldLetters);
  if (parts.includes(undefined))
    throw fieldError('BAD_REQUEST', 'characters', 'Only letters are allowed, and ? for any letter.');
  return parts.join('?');
}

async function loadIndex({ state: { blokken } }: Ctx): Promise<WordIndex> {
  blokken.wordIndex ??= readWordFile(wordFile);
  try {
    return await blokken.wordIndex;
  } catch (error) {
    blokken.wordIndex = undefined;
    throw error;
  }
}
