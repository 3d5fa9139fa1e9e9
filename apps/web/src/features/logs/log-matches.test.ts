import { describe, expect, it } from 'vitest';
import { createMarker } from './log-matches.ts';

const marked = (search: string, isPattern: boolean, text: string) =>
  createMarker(
    search,
    isPattern,
  )(text)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('the marks of a search', () => {
  it('stand around every match, whatever its case', () => {
    expect(marked('err', false, 'Error: no ERR')).toBe('[Err]or: no [ERR]');
    expect(marked('', false, 'all of it')).toBe('all of it');
  });

  it('take signs of patterns in a text as signs', () => {
    expect(marked('a.b(', false, 'axb( a.b(')).toBe('axb( [a.b(]');
  });

  it('follow a pattern', () => {
    expect(marked(String.raw`\d+ ms`, true, 'took 12 ms, 7 ms')).toBe('took [12 ms], [7 ms]');
    expect(marked('x*', true, 'aXb')).toBe('a[X]b');
  });

  it('are left out for a pattern that is wrong, or could take forever', () => {
    expect(marked('(', true, 'a(b')).toBe('a(b');
    const text = 'a'.repeat(5_000);
    expect(marked('(a+)+$', true, `${text}!`)).toBe(`${text}!`);
  });

  it('preserve the whole of a long line', () => {
    const text = `needle ${'x'.repeat(3_000)}`;
    expect(marked('needle', true, text)).toBe(`[needle]${text.slice(6)}`);
  });
});
