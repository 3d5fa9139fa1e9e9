import { expect, it } from 'vitest';
import { formatJson } from './json-format.ts';

const maxBytes = 1024 * 1024;
const format = async (text: string, indent?: string) => (await formatJson(text, { indent, maxBytes }))?.toString();

const values = [
  {},
  [],
  [[]],
  [{}, [], [[{}]]],
  { a: {}, b: [1, -2.5e-7, true, false, null], 'c d': { e: ['x', '"}{][,:\\', 'é😀\n'] } },
  '',
  'x',
  0,
  null,
  { a: '😀'.repeat(100_000) },
  Array.from({ length: 20_000 }, (_, index) => ({ index })),
];

it.each(values)('writes lines as everyone does, and one line without blanks (%#)', async (value) => {
  const [short, lines] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
  for (const text of [short, lines, JSON.stringify(value, null, '\t').replaceAll('\n', ' \r\n')]) {
    expect(await format(text, '')).toBe(lines);
    expect(await format(text)).toBe(short);
  }
  expect(await format(short, '   ')).toBe(lines.replaceAll('\n', '\n   '));
});

it('leaves numbers, escapes and the order of keys unchanged', async () => {
  const text = String.raw`{"b":-0,"2":1.50,"1":1E3,"a":"\u00e9\/\ud83d\ude00"}`;
  expect(await format(`\n ${text.replaceAll(',', ' ,\t')} `)).toBe(text);
});

it('stops where the text grows too large', async () => {
  expect(await formatJson('[[],[]]', { indent: '', maxBytes: 13 })).toBeUndefined();
  expect((await formatJson('[[],[]]', { indent: '', maxBytes: 14 }))?.length).toBe(14);
  expect(await formatJson('[1,2,3]', { indent: ' '.repeat(maxBytes), maxBytes })).toBeUndefined();
});
