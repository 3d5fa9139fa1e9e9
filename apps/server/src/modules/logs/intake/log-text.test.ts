import { expect, it } from 'vitest';
import { visibleLine } from './log-text.ts';

it('makes one line of everything, with control characters escaped', () => {
  expect(visibleLine('a\n[ERROR] x\u001b[2J', 100)).toBe('a\\n[ERROR] x\\u{001b}[2J');
  expect(visibleLine('a\r\nb\tc\0\u2028\u0085\u009b1m\n', 100)).toBe(
    'a\\r\\nb c\\u{0000}\\u{2028}\\u{0085}\\u{009b}1m',
  );
  expect(visibleLine('abc\u202edcba\u200b\ufeff', 100)).toBe('abc\\u{202e}dcba\\u{200b}\\u{feff}');
  expect(visibleLine('half \ud800 of one', 100)).toBe('half \\u{d800} of one');
});

it('leaves letters and signs of all languages alone', () => {
  const text = 'Ärger · ελλάδα · 日本語 · سلام · 👩‍🚀 · C:\\ARK';
  expect(visibleLine(text, 100)).toBe(text);
});

it('is never longer than it may be, and never ends in half a character', () => {
  expect(visibleLine('\0'.repeat(100), 50).length).toBeLessThanOrEqual(50);
  expect(visibleLine(`${'x'.repeat(9)}🦖🦖`, 10)).not.toMatch(/\p{Cs}/u);
});

it('takes no longer for line breaks than for letters', () => {
  const before = process.cpuUsage();
  for (let line = 0; line < 30; line += 1) visibleLine(`${'\n'.repeat(3999)}x`, 4000);
  // Quadratic, this was 3 s; written out, each line break is a match of its own.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});
