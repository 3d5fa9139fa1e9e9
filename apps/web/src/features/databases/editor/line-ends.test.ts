import { expect, it } from 'vitest';
import { lineSeparatorOf, withLineEnds } from './line-ends.ts';

it('preserves the line ends of a text', () => {
  expect(lineSeparatorOf('a\nb')).toBeUndefined();
  expect(lineSeparatorOf('a\r\nb\r\n\r\n')).toBe('\r\n');
  expect(lineSeparatorOf('a\r\nb\n')).toBe('\n');
  expect(lineSeparatorOf('a\rb')).toBe('\n');
  expect(withLineEnds('a\r\nb\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\r\nd');
});
