import { expect, it } from 'vitest';
import { createLogBuffer, type Entry } from './log-buffer.ts';

const entry = (text: string, key = 'game'): Entry => ({
  at: new Date(0),
  host: 'island',
  label: 'The Island',
  key,
  level: 'info',
  text,
});
const texts = (entries: Entry[]) => entries.map(({ text }) => text);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

it('hands out what waits, oldest first, in batches', () => {
  const buffer = createLogBuffer();
  buffer.add(numbers(1, 5000).map((text) => entry(text)));
  expect(texts(buffer.take(2000))).toEqual(numbers(1, 2000));
  expect(texts(buffer.take(2000))).toEqual(numbers(2001, 4000));
  buffer.add([entry('last')]);
  expect(texts(buffer.take(2000))).toEqual([...numbers(4001, 5000), 'last']);
  expect(buffer.take(1)).toEqual([]);
  expect(buffer.size()).toBe(0);
});

it('drops the oldest when there are too many, and notes it for each part', () => {
  const buffer = createLogBuffer({ lines: 3, characters: 1_000_000 });
  buffer.add([entry('1', 'chat'), ...numbers(2, 6).map((text) => entry(text))]);
  const taken = buffer.take(10);
  expect(texts(taken)).toEqual([
    'One line was skipped: too many arrived at once',
    '2 lines were skipped: too many arrived at once',
    ...numbers(4, 6),
  ]);
  expect(taken[0]).toMatchObject({ key: 'chat', level: 'warn', host: 'island' });
  expect(texts(buffer.take(10))).toEqual([]);
});

it('counts characters, not lines alone', () => {
  const buffer = createLogBuffer({ lines: 1000, characters: 10_000 });
  buffer.add(Array.from({ length: 50 }, () => entry('x'.repeat(900))));
  expect(buffer.take(1000)).toHaveLength(11);
});

it('takes back what could not be written, before what came since, within the same bounds', () => {
  const buffer = createLogBuffer({ lines: 5, characters: 1_000_000 });
  buffer.add(numbers(1, 4).map((text) => entry(text)));
  const taken = buffer.take(10);
  buffer.add(numbers(5, 6).map((text) => entry(text)));
  buffer.putBack(taken);
  expect(texts(buffer.take(10))).toEqual(['One line was skipped: too many arrived at once', ...numbers(2, 6)]);
});

it('hands out no more characters at once than asked for, and one entry at least', () => {
  const buffer = createLogBuffer();
  buffer.add(numbers(1, 5).map((text) => entry(text.padEnd(1000, 'x'))));
  expect(buffer.take(10, 2000)).toHaveLength(2);
  expect(buffer.take(10, 1)).toHaveLength(1);
  expect(buffer.take(10)).toHaveLength(2);
});
