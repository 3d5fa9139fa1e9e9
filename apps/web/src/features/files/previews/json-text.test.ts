import { describe, expect, it } from 'vitest';
import { prettyText } from './json-text.ts';

describe('JSON', () => {
  it('stands on lines of its own, by two spaces', () => {
    const value = { a: [1, { b: 'x: {y}, [z]' }], empty: {}, none: [], n: null, t: true };
    expect(prettyText(JSON.stringify(value))).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "x: {y}, [z]"\n    }\n  ],\n  "empty": {},\n  "none": [],\n  "n": null,\n  "t": true\n}',
    );
    expect(prettyText(' [ ] \n')).toBe('[]');
  });

  it('is laid out as JSON.stringify would, whatever stands in its texts', () => {
    const value = { 'a"b\\': ['\\', '"', '\\"', 'a\nb', '\u202E', ''], '': [[], [[]], {}], n: [-1.5e-7, 0] };
    expect(prettyText(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(prettyText(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
  });

  it('preserves long ids, duplicate keys and the order of keys', () => {
    expect(prettyText('{"10":81384788765712384,"2":1.10,"2":3}')).toBe(
      '{\n  "10": 81384788765712384,\n  "2": 1.10,\n  "2": 3\n}',
    );
  });
});

describe('what only looks like JSON', () => {
  it.each(['{ not: json }', '[1, 2', '{"a":1} trailing', '[section]\nkey=value', '{}}'])(
    'stays as it is: %s',
    (text) => {
      expect(prettyText(text)).toBe(text);
    },
  );

  it.each(['"text"', '17', 'null', 'plain words', ''])('starts with a brace or a bracket, unlike %j', (text) => {
    expect(prettyText(text)).toBe(text);
  });
});

describe('hostile JSON', () => {
  const size = 2 ** 20;

  it('of nothing but brackets stays as it is', () => {
    const deep = '['.repeat(size / 2) + ']'.repeat(size / 2);
    expect(prettyText(deep)).toBe(deep);
  });

  it('that would grow a hundredfold stays as it is', () => {
    const wide = `${'['.repeat(99)}${'[],'.repeat(size / 3)}[]${']'.repeat(99)}`;
    expect(prettyText(wide)).toBe(wide);
  });

  it('with one very long text is laid out', () => {
    const text = JSON.stringify(['\\"'.repeat(size / 4)]);
    expect(prettyText(text)).toBe(`[\n  ${text.slice(1, -1)}\n]`);
  });
});
