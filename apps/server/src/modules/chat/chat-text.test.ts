import { expect, it } from 'vitest';
import { toLabel, oneLine } from './chat-text.ts';

it.each([
  ['line breaks of every kind', 'a\r\nb\u2028c\u2029d\u0085e\tf', 'a b c d e f'],
  ['NUL and escape codes', 'a\0b\u001b[31mc\u0007', 'ab[31mc'],
  ['characters that turn the direction', 'a\u202eb\u2066c', 'abc'],
  ['half a character', 'a\ud800b', 'a\ufffdb'],
  ['whole ones beyond the first plane', 'a😀b', 'a😀b'],
  ['quotes and commands', 'a", "; KickPlayer 1', 'a", "; KickPlayer 1'],
  ['other scripts with their marks', 'שלום\u200f עולם', 'שלום\u200f עולם'],
])('makes one line of %s', (_, text, line) => expect(oneLine(text)).toBe(line));

it.each(['', ' \n ', '\0', '\u200b\u200d', '\u00a0\u3000', '\u202e'])('finds no visible text in %j', (text) =>
  expect(oneLine(text)).toBe(''),
);

it('shortens a name to what the game can show, never inside a character', () => {
  expect(toLabel(`${'x'.repeat(63)}😀`)).toBe('x'.repeat(63));
  expect(toLabel('x'.repeat(65))).toHaveLength(64);
  expect(toLabel('ab cd', 3)).toBe('ab');
  expect(toLabel(`${'\u200b'.repeat(64)}x`)).toBe('');
});
