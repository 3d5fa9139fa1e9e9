import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oneLine, speakerLabel, toLabel } from './chat-text.ts';

const hostile = textOf(
  '\n',
  '\r\n',
  '\u2028',
  '\u0085',
  '\t',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\u3164',
  '\ufeff',
  ' ',
  '\u00a0',
  '🦖',
  '\ud83e',
  'a',
);
const line = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
const visible = /[^\p{C}\p{Z}]/u;

it('makes one visible line of any text, or nothing; and of that the same', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = oneLine(text);
      expect(shown).toMatch(line);
      expect(shown === '' || visible.test(shown)).toBe(true);
      expect(oneLine(shown)).toBe(shown);
    }),
  );
});

it('makes a label of any text that fits, shows something, and is its own label', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 20 }), (text, maxLength) => {
      const label = toLabel(text, maxLength);
      expect(label.length).toBeLessThanOrEqual(maxLength);
      expect(label).toMatch(line);
      expect(label === '' || visible.test(label)).toBe(true);
      expect(toLabel(label, maxLength)).toBe(label);
    }),
  );
});

it('names any speaker within the length of a label', () => {
  fc.assert(
    fc.property(hostile, fc.option(hostile), (name, survivor) => {
      const label = speakerLabel({ name, survivor });
      expect(label.length).toBeLessThanOrEqual(64);
      expect(label).toMatch(line);
    }),
  );
});
