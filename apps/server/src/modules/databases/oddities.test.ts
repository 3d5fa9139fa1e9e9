import { describe, expect, it } from 'vitest';
import { guilds, startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { put, save, content, read } = test;
const [guild] = guilds;

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const odd = [
  '{"a":1,"a":2}',
  '{"\\u0061":1,"a":2}',
  '{"a":9007199254740993}',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"x":1}}',
  '{"a":{"constructor":{"prototype":{"x":1}}}}',
  nested(201),
  '['.repeat(100_000),
  '{"a":1',
  "{'a':1}",
  '{"a":1,}',
  '// comment\n{}',
  '\ufeff{}',
  '{"a":NaN}',
  '{"a":01}',
  '',
];

describe('JSON that programs read differently', () => {
  it.each(odd.map((text) => [text.slice(0, 50), text]))('is not saved: %s', async (_, text) => {
    const before = `{"${guild}":{"a":1}}`;
    put('odd.json', before);
    for (const body of [{ text }, { text, guildId: guild }]) {
      const { status, code, details } = await save('odd.json', body);
      expect([status, code, details?.fields?.[0]?.field]).toEqual([400, 'BAD_REQUEST', 'text']);
      expect(details?.problem).toEqual({
        message: expect.any(String) as string,
        line: expect.any(Number) as number,
        column: expect.any(Number) as number,
      });
    }
    expect((await save('odd.json', `{"data":${text}}`)).status).toBe(400);
    expect(content('odd.json')).toBe(before);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('says the path in the text that was sent', async () => {
    put('odd.json', '{}');
    const { details } = await save('odd.json', { text: '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}' });
    expect(details?.problem).toMatchObject({ line: 4, column: 3 });
    expect(details?.fields?.[0]?.message).toContain('Line 4, column 3');
  });

  it('is data, too, that is nested too deep for a file or for a part of one', async () => {
    put('odd.json', '{}');
    expect((await save('odd.json', `{"data":${nested(201)}}`)).details?.fields?.[0]?.field).toBe('data');
    expect((await save('odd.json', { text: nested(200), guildId: guild })).status).toBe(400);
    expect((await save('odd.json', { text: nested(199), guildId: guild })).status).toBe(200);
    expect((await save('odd.json', { text: nested(200) })).status).toBe(200);
  });

  it('is not data either: that is stored as it was sent, in lines', async () => {
    put('odd.json', '{}');
    for (const [sent, stored] of [
      ['[-0,1.50]', '[\n  -0,\n  1.50\n]\n'],
      ['-0', '-0\n'],
      ['{"b":1,"2":{ },"1":"\\u00e9"}', '{\n  "b": 1,\n  "2": {},\n  "1": "\\u00e9"\n}\n'],
    ] as const) {
      expect((await save('odd.json', `{"data":${sent}}`)).status).toBe(200);
      expect(content('odd.json')).toBe(stored);
      expect((await read<{ data: unknown }>('odd.json', 'as=data')).data.data).toEqual(JSON.parse(sent));
    }
  });

  it('is a key without end', async () => {
    put('odd.json', '{}');
    for (const key of ['k'.repeat(10_001), String.raw`\u0041`.repeat(2000)]) {
      expect((await save('odd.json', `{"data":{"${key}":1}}`)).details?.fields?.[0]?.field).toBe('data');
      expect((await save('odd.json', { text: `{"${key}":1}` })).details?.fields?.[0]?.field).toBe('text');
    }
    expect((await save('odd.json', { text: `{"${'k'.repeat(10_000)}":1}` })).status).toBe(200);
  });

  it.each(['1.50', '-0', '1E3', '"\\u00e9\\/"', '  [ ]\r\n', '"\u2028😀"', '0.10000000000000001'])(
    'is not %j: that comes back byte for byte',
    async (text) => {
      put('odd.json', '{}');
      expect((await save('odd.json', { text })).status).toBe(200);
      expect([content('odd.json'), (await read('odd.json')).data.text]).toEqual([text, text]);
    },
  );
});
