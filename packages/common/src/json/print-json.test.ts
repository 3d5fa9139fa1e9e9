import { expect, it } from 'vitest';
import { printJson } from './print-json.ts';

it('lays JSON out as programs do', () => {
  const value = { a: [1, { b: [] }, [], {}, 'x'], c: {}, d: null, e: { f: true } };
  expect(printJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(printJson(' 1 ')).toBe('1');
});

it('changes no value, not even one that reading would round', () => {
  const text = '{"id":81384788765712384,"n":1.0,"e":1E400,"s":"\\u00e9","id":2}\n';
  const formatted = printJson(text);
  expect(formatted).toBe(
    '{\n  "id": 81384788765712384,\n  "n": 1.0,\n  "e": 1E400,\n  "s": "\\u00e9",\n  "id": 2\n}\n',
  );
  expect(printJson(formatted ?? '')).toBe(formatted);
});

it('preserves the line ends of the text', () => {
  expect(printJson('[1]\r\n', { lineBreak: '\r\n' })).toBe('[\r\n  1\r\n]\r\n');
});

it('does not format what is no JSON, or would grow without limit', () => {
  expect(printJson('{')).toBeUndefined();
  const depth = 10_000;
  expect(printJson('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined();
});
