import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAscii, isPlainAscii } from './ascii-order.ts';
import { compareNames } from './text-order.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const ascii = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) });
const numbered = fc
  .array(fc.oneof(fc.constantFrom('Server', 'server ', 'a', '-', '_', '0', '00'), fc.nat({ max: 1200 }).map(String)))
  .map((parts) => parts.join(''));
const text = fc.oneof(ascii, numbered);

describe('the order of names', () => {
  it('is that of the collator for all of ASCII, which is not created for it', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect([one, other, compareAscii(one, other)]).toEqual([one, other, Math.sign(collator.compare(one, other))]);
      }),
    );
  });

  it('takes numbers as numbers, and no notice of case', () => {
    const names = ['server 10', 'Server 2', 'Älpler', 'Zorn', 'alpha'];
    expect(names.toSorted(compareNames)).toEqual(['alpha', 'Älpler', 'Server 2', 'server 10', 'Zorn']);
    expect(compareNames('Mira', 'mira')).toBe(0);
  });

  it('leaves everything else to the collator', () => {
    expect(isPlainAscii('Ärk')).toBe(false);
    expect(isPlainAscii('a\tb')).toBe(false);
    expect(isPlainAscii('7'.repeat(300))).toBe(false);
  });
});
