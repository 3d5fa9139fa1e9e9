import { expect, it } from 'vitest';
import { scanWords } from './words-scan.mjs';

const words = ['as', 'kast', 'kat', 'naakt', 'quiz', 'tak', 'tas'];

it('finds what the index is compared with: every word of some of the letters, the longest first', () => {
  expect(scanWords(words, 'sakt')).toEqual(['kast', 'kat', 'tak', 'tas', 'as']);
  expect(scanWords(words, 'nakt')).toEqual(['kat', 'tak']);
  expect(scanWords(words, 'naa??')).toEqual(['naakt', 'kat', 'tak', 'tas', 'as']);
});
