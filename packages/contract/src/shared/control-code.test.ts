import { describe, expect, it } from 'vitest';
import {
  controlCodeAlphabet,
  controlCodeLength,
  controlCodePattern,
  formatControlCode,
  normalizeControlCode,
} from './control-code.ts';

describe('a control code', () => {
  it('is taken in every character of its alphabet, and in no other', () => {
    const ascii = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(index));
    const taken = ascii.filter((character) => controlCodePattern.test(character.repeat(controlCodeLength)));
    const letters = controlCodeAlphabet.toLowerCase().replaceAll(/\d/g, '');
    expect(taken.toSorted()).toEqual(`${controlCodeAlphabet}${letters}`.split('').toSorted());
    expect(new Set(controlCodeAlphabet).size).toBe(controlCodeAlphabet.length);
    expect(controlCodeAlphabet).not.toMatch(/[0O1IL]/);
  });

  it('is the same in any case, with any spaces and dashes', () => {
    for (const typed of ['ABCD-2345', 'abcd2345', ' a b c d - 2 3 4 5 ', '--AbCd2345']) {
      expect(typed).toMatch(controlCodePattern);
      expect(normalizeControlCode(typed)).toBe('ABCD2345');
    }
    expect(formatControlCode('ABCD2345')).toBe('ABCD-2345');
  });

  it.each(['', 'ABCD-234', 'ABCD-23456', 'ABCD_2345', 'ABCD-234O', '123456'])('is not %j', (typed) => {
    expect(typed).not.toMatch(controlCodePattern);
  });
});
