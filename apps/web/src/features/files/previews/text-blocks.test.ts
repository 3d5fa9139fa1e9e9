import { expect, it } from 'vitest';
import { textBlocks } from './text-blocks.ts';

const joined = (text: string) =>
  textBlocks(text)
    .map((block) => block.text)
    .join('\n');

it('has all lines, whatever ends them', () => {
  const lines = Array.from({ length: 1234 }, (_, index) => `line ${index}`);
  expect(joined(lines.join('\r\n'))).toBe(lines.join('\n'));
  expect(joined(lines.join('\r'))).toBe(lines.join('\n'));
  expect(textBlocks(lines.join('\n')).reduce((sum, block) => sum + block.lines, 0)).toBe(1234);
});

it('preserves tabs and shows hidden characters', () => {
  expect(joined('a\tb\u0000c\u202Egnp.exe\nnext\u001b[2J')).toBe('a\tb‹U+0000›c‹U+202E›gnp.exe\nnext‹U+001B›[2J');
});

it('breaks a line that has no end', () => {
  const blocks = textBlocks('x'.repeat(2 ** 20));
  const longest = Math.max(...blocks.flatMap(({ text }) => text.split('\n').map((line) => line.length)));
  expect(longest).toBe(5000);
  expect(joined('x'.repeat(12_000)).replaceAll('\n', '')).toHaveLength(12_000);
});
