import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

function count(before: string, after: string) {
  const [a, b] = [Text.of(before.split('\n')), Text.of(after.split('\n'))];
  return changedLines(Chunk.build(a, b), a, b);
}

it('counts what is new and what is no more', () => {
  expect(count('a\nb\nc', 'a\nb\nc')).toEqual({ added: 0, removed: 0 });
  expect(count('a\nb\nc', 'a\nB\nc')).toEqual({ added: 1, removed: 1 });
  expect(count('a\nc', 'a\nb1\nb2\nc')).toEqual({ added: 2, removed: 0 });
  expect(count('a\nb\nc\nd', 'a\nd')).toEqual({ added: 0, removed: 2 });
});
