import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCommand } from './command-line.ts';

it('splits any line at its spaces into words that are not empty, and a line of words into those', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', '"', "'", '$', '\\', '-', '|', 'é'),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), textOf(' ', 'a', '\t', '\n'), (words, line) => {
      const [cmd = '', ...args] = words;
      expect(splitCommand(` ${words.join('  ')} `)).toEqual({ cmd, args });
      const command = splitCommand(line);
      expect(command === undefined).toBe(line.trim() === '');
      for (const part of command ? [command.cmd, ...command.args] : []) expect(part).not.toMatch(/^$| /);
    }),
  );
});
