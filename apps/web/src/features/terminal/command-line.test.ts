import { describe, expect, it } from 'vitest';
import { splitCommand } from './command-line.ts';

describe('a command line', () => {
  it.each([
    ['ls', { cmd: 'ls', args: [] }],
    ['ls -la /tmp', { cmd: 'ls', args: ['-la', '/tmp'] }],
    ['  ls   -la  ', { cmd: 'ls', args: ['-la'] }],
    ['echo "a b"', { cmd: 'echo', args: ['"a', 'b"'] }],
  ])('is split on spaces and nothing else: %o', (line, command) => {
    expect(splitCommand(line)).toEqual(command);
  });

  it.each(['', '   ', '\t \n'])('is none where nothing is typed: %o', (line) => {
    expect(splitCommand(line)).toBeUndefined();
  });
});
