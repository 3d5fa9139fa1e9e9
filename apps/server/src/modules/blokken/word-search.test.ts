import { describe, expect, it } from 'vitest';
import { buildWordIndex } from './word-index-builder.ts';
import { packWordIndex, unpackWordIndex } from './word-index.ts';
import { searchWords } from './word-search.ts';

const all = { words: Infinity, steps: Infinity };
const index = buildWordIndex(['kast', 'tak', 'kat', 'tas', 'as', 'kazen', 'kat', 'zaken', 'naakt', 'quiz']);
const find = (characters: string) => searchWords(index, characters, all).words;

/** So that a test fails again the same way. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function scan(words: readonly string[], characters: string): string[] {
  const isMade = (word: string) => {
    let remaining = characters;
    return word.split('').every((letter) => {
      const at = remaining.includes(letter) ? remaining.indexOf(letter) : remaining.indexOf('?');
      remaining = remaining.slice(0, Math.max(0, at)) + remaining.slice(at + 1);
      return at !== -1;
    });
  };
  return words.filter(isMade).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

describe('a search', () => {
  it('finds every word of some of the characters, the longest first, then by the alphabet', () => {
    expect(find('sakt')).toEqual(['kast', 'kat', 'tak', 'tas', 'as']);
    expect(find('nekaz')).toEqual(['kazen', 'zaken']);
  });

  it('uses a letter only as often as it is there', () => {
    expect(find('nakt')).toEqual(['kat', 'tak']);
    expect(find('naakt')).toEqual(['naakt', 'kat', 'tak']);
  });

  it('takes ? for any letter, and finds a word once however it can be made', () => {
    expect(find('kat?')).toEqual(['kast', 'kat', 'tak', 'tas', 'as']);
    expect(find('q???')).toEqual(['quiz', 'kat', 'tak', 'tas', 'as']);
    expect(find('??')).toEqual(['as']);
  });

  it('finds nothing where there is nothing', () => {
    expect(find('xyz')).toEqual([]);
    expect(searchWords(buildWordIndex([]), '????', all)).toEqual({ words: [], count: 0 });
  });

  it('counts more than the limit without listing them, and says so where counting took too long', () => {
    expect(searchWords(index, 'kast', { words: 5, steps: 1 }).words).toHaveLength(5);
    expect(searchWords(index, 'kast', { words: 4, steps: 1000 })).toEqual({ words: [], count: 5 });
    expect(searchWords(index, 'kast', { words: 1, steps: 2 })).toEqual({ words: [], count: -1 });
  });

  it('finds what a scan of all words finds, whatever the letters', () => {
    const random = randomNumbers(7);
    const text = (length: number, letters: string) =>
      Array.from({ length }, () => letters[random(letters.length)]).join('');
    const words = [...new Set(Array.from({ length: 3000 }, () => text(1 + random(9), 'aaabcdeeeinnrstxzq')))];
    const made = buildWordIndex(words);
    for (let round = 0; round < 300; round += 1) {
      const characters = text(1 + random(10), 'abcdeinrstxzqwfg???');
      const expected = scan(words, characters);
      expect(searchWords(made, characters, all)).toEqual({ words: expected, count: expected.length });
    }
  });
});

describe('the file of an index', () => {
  const file = packWordIndex(index);

  it('gives the same results as the built index, at any alignment in memory', () => {
    const shifted = Buffer.concat([Buffer.from('x'), file]).subarray(1);
    for (const bytes of [file, shifted]) {
      const read = unpackWordIndex(bytes);
      expect(read && searchWords(read, '?????', all)).toEqual(searchWords(index, '?????', all));
    }
  });

  it('is refused where it is cut short, too long or something else', () => {
    for (const bytes of [
      file.subarray(0, -1),
      Buffer.concat([file, Buffer.from('x')]),
      Buffer.alloc(8),
      Buffer.alloc(64),
    ])
      expect(unpackWordIndex(bytes)).toBeUndefined();
  });
});
