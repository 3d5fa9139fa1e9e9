import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from '../testing/any-text.ts';
import { toAscii } from './ascii.ts';
import { withoutControls, withoutEscapes, withoutInvisible, withoutRichColor } from './unsafe-text.ts';

const hostile = textOf(
  '\u001b',
  '[',
  ']',
  '\u009b',
  '31m',
  '\u0007',
  '\\',
  '\n',
  '\t',
  '\u202e',
  '\u200d',
  '<',
  '</>',
  '<RichColor ',
  '>',
  'a',
  'ß',
  '€',
  '🦖',
);

it.each([
  ['toAscii', toAscii, /^\p{ASCII}*$/u],
  ['withoutControls', withoutControls, /^[^\0-\u0009\u000b-\u001f\u007f-\u009f\p{Cs}]*$/u],
  ['withoutInvisible', withoutInvisible, /^(?:[\u200c\u200d]|\P{Cf})*$/u],
  ['withoutEscapes', withoutEscapes, /^[^\u001b\u009b]*$/],
  ['withoutRichColor', withoutRichColor, /^(?:(?!<RichColor|<\/>)[^])*$/i],
])('%s leaves nothing of what it removes, and nothing to do a second time', (_name, clean, cleanText) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cleaned = clean(text);
      expect(cleaned).toMatch(cleanText);
      expect(clean(cleaned)).toBe(cleaned);
    }),
  );
});

it('leaves plain text as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc XYZ 019 .,:;!?-_()'), maxLength: 60 }), (text) => {
      for (const clean of [toAscii, withoutControls, withoutInvisible, withoutEscapes, withoutRichColor])
        expect(clean(text)).toBe(text);
    }),
  );
});
