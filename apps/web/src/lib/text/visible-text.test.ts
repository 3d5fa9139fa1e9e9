import { describe, expect, it } from 'vitest';
import { visibleLines, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('leaves ordinary text alone, in every script', () => {
    const text = 'Rex "the" <b>King</b> | Ünï مرحبا 恐竜 👩‍👩‍👧 🏴‍☠️';
    expect(visibleText(text)).toBe(text);
  });

  it('shows control characters instead of obeying them', () => {
    expect(visibleText('a\u0000b\nc\u001b[31md\u007f')).toBe('a‹U+0000›b‹U+000A›c‹U+001B›[31md‹U+007F›');
  });

  it('shows what would turn the direction around or break the line', () => {
    expect(visibleText('safe\u202Egnp.exe\u2028next\u2066')).toBe('safe‹U+202E›gnp.exe‹U+2028›next‹U+2066›');
    expect(visibleText('\u0085')).toBe('‹U+0085›');
  });
});

describe('visibleLines', () => {
  it('preserves tabs and line breaks, but no other hidden characters', () => {
    expect(visibleLines('a\tb\nc\rd\u0000\u202E')).toBe('a\tb\nc‹U+000D›d‹U+0000›‹U+202E›');
  });
});
