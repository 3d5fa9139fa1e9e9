import { describe, expect, it } from 'vitest';
import { matchesWords, partsOf } from './matches.ts';

/** The text with its matches in brackets. */
const marked = (text: string, query: string) =>
  partsOf(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('partsOf', () => {
  it.each([
    ['Cinderjaw', 'cind', '[Cind]erjaw'],
    ['Old Cinder', ' CIN ', 'Old [Cin]der'],
    ['recinder Cinder', 'cinder', 'recinder [Cinder]'],
    ['recinder', 'cinder', 're[cinder]'],
    ['Cinder of the Ridge', 'ridge cinder', '[Cinder] of the [Ridge]'],
    ['José', 'jose', '[José]'],
    ['Ærø', 'ærø', '[Ærø]'],
    ['76561198000000001', '0001', '7656119800000[0001]'],
  ])('marks in %s what matches %s', (text, query, expected) => expect(marked(text, query)).toBe(expected));

  it.each([
    ['Cinderjaw', 'cindrjaw'],
    ['Cinderjaw', 'cinder ridge'],
    ['Cinderjaw', 'cinder derjaw'],
    ['Cinderjaw', ''],
    // Folding must not take a syllable for its first letter.
    ['한국', '하'],
    ['', 'a'],
  ])('marks nothing in %s for %s', (text, query) => expect(marked(text, query)).toBe(text));

  it('keeps the text whole when letters change their length by case', () => {
    expect(marked('İİİ Cinderjaw', 'cind')).toBe('İİİ [Cind]erjaw');
    expect(marked('🦖ﬁ Cinderjaw', 'cind')).toBe('🦖ﬁ [Cind]erjaw');
  });
});

describe('matchesWords', () => {
  it.each([
    ['All players ARK Bot', 'pla'],
    ['All players ARK Bot', 'ark all'],
    ['Go to Files', 'go to fi'],
    ['Files', ''],
  ])('%s for %s', (text, query) => expect(matchesWords(text, query)).toBe(true));

  it.each([
    ['All players', 'layers'],
    ['All players', 'all files'],
  ])('not %s for %s', (text, query) => expect(matchesWords(text, query)).toBe(false));
});
