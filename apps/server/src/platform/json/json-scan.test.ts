import { describe, expect, it } from 'vitest';
import { scanJson } from './json-scan.ts';

const problemOf = async (text: string, maxDepth = 200) => {
  const { problem } = await scanJson(text, maxDepth);
  return problem && [problem.line, problem.column];
};

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a scan of JSON', () => {
  it.each([
    '{}',
    '[]',
    ' \t\r\n{"a" : [1, -2.5e+3, true, false, null, "x"] , "b":{"a":1}}\n',
    '"\\u00e9\\ud83d\\ude00\\n😀\u2028\u007f"',
    '0',
    '-0',
    '-0.0',
    '1.50',
    '0.1',
    '0.10000000000000001',
    '-646781147304735.2',
    '0.30000000000000004',
    '9007199254740991',
    '9007199254740992',
    '-9007199254740992',
    '100000000000000000',
    '1e22',
    '1E+23',
    '5e-324',
    '1.7976931348623157e308',
    '0e99999',
    '""',
    'null',
    '{"":{"":1}}',
  ])('takes %s', async (text) => {
    expect(await problemOf(text)).toBeNull();
    expect(() => JSON.parse(text) as unknown).not.toThrow(SyntaxError);
  });

  it.each([
    ['', 1, 1],
    ['  ', 1, 3],
    ['{', 1, 2],
    ['[1,]', 1, 4],
    ['[1 2]', 1, 4],
    ['{"a":1,}', 1, 8],
    ['{a:1}', 1, 2],
    ["{'a':1}", 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a":1]', 1, 7],
    ['[1}', 1, 3],
    ['{} {}', 1, 4],
    ['[1]\n// end', 2, 1],
    ['{\n\n  "a": x\n}', 3, 8],
    ['{\r\n"a":\r"b" "c"}', 3, 5],
    ['nul', 1, 1],
    ['NaN', 1, 1],
    ['Infinity', 1, 1],
    ['+1', 1, 1],
    ['01', 1, 2],
    ['.5', 1, 1],
    ['5.', 1, 2],
    ['1e', 1, 2],
    ['-', 1, 1],
    ['0x1', 1, 2],
    ['"a', 1, 3],
    ['"a\nb"', 1, 3],
    ['"\t"', 1, 2],
    ['"\\x"', 1, 2],
    ['"\\u12g4"', 1, 2],
    ['"\\', 1, 2],
    ['\u00a0{}', 1, 1],
    ['\ufeff{}', 1, 1],
    ['{}\0', 1, 3],
  ])('refuses %j where it stops being JSON', async (text, line, column) => {
    expect(await problemOf(text)).toEqual([line, column]);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it.each([
    ['{"a":1,"b":2,"a":3}', 1, 14],
    ['[{"é":1,\n"\\u00e9":2}]', 2, 1],
    ['{"__proto__":1}', 1, 2],
    ['[{"\\u005f_proto__":{"x":1}}]', 1, 3],
    ['{"a":{"constructor":{"prototype":{"x":1}}}}', 1, 7],
    ['{"prototype":1}', 1, 2],
    ['9007199254740993', 1, 1],
    ['[100000000000000001]', 1, 2],
    ['1e999', 1, 1],
    ['-1e999', 1, 1],
    ['1e-999', 1, 1],
    ['3e-324', 1, 1],
    ['3.14159265358979323846', 1, 1],
    ['"\\ud800"', 1, 2],
    ['"\\udc00"', 1, 2],
    ['"\\ude00\\ud83d"', 1, 2],
    ['"x\\ud83dx"', 1, 3],
    ['"x\ud83d"', 1, 3],
    ['"\ud83d\\n"', 1, 2],
    ['{"\udc00":1}', 1, 3],
  ])('refuses %j, which programs read differently', async (text, line, column) => {
    expect(await problemOf(text)).toEqual([line, column]);
  });

  it('takes the depth it is given and no more, without a stack', async () => {
    expect(await problemOf(nested(200))).toBeNull();
    expect(await problemOf(nested(201))).toEqual([1, 201]);
    expect(await problemOf('{"a":'.repeat(100_000))).toEqual([1, 1001]);
    expect(await problemOf(nested(100_000), 100_000)).toBeNull();
  });

  it('takes a key of 10,000 characters and no longer one', async () => {
    expect(await problemOf(`{"${'k'.repeat(10_000)}":1}`)).toBeNull();
    expect(await problemOf(`{"${'k'.repeat(10_001)}":1}`)).toEqual([1, 2]);
    expect(await problemOf(`[{"a":{"${'\\n'.repeat(100_000)}":1}}]`)).toEqual([1, 8]);
  });

  it('returns the position of each top-level value, in the order of the text', async () => {
    const text = '{ "2" : {"a":[1]} ,\n"1":"\\"}" ,"\\u0062":  -5}';
    const scan = await scanJson(text, 200);
    if (scan.problem !== null) throw new Error('It is JSON');
    const values = [...scan.members].map(([key, { keyStart, start, end }]) => [key, keyStart, text.slice(start, end)]);
    expect(values).toEqual([
      ['2', 2, '{"a":[1]}'],
      ['1', 20, '"\\"}"'],
      ['b', 31, '-5'],
    ]);
  });

  it('names the key of the top level that a problem is under', async () => {
    expect(await scanJson('{"a":1,"b":[1,{"c":1,"c":2}]}', 200)).toMatchObject({ key: 'b' });
    expect(await scanJson('[', 200)).toMatchObject({ key: undefined });
  });

  it('agrees with JSON.parse on texts that were changed at random', async () => {
    const seed = '{"a":[1,-2.5e3,true,null],"b":{"c":"\\u00e9\\n","d":""},"e":[[],{}]}';
    const letters = '{}[]",:\\u019-+.eEtfn \n';
    let random = 1;
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % below;
    };
    let taken = 0;
    for (let round = 0; round < 4000; round += 1) {
      const at = next(seed.length);
      const text = seed.slice(0, at) + letters.charAt(next(letters.length)) + seed.slice(at + next(3));
      const { problem } = await scanJson(text, 200);
      // What is JSON may be refused for a key that is there twice, half a character or a number.
      const isOdd = /twice|half|number/.test(problem?.message ?? '');
      expect([text, problem === null || isOdd]).toEqual([text, canParse(text) || isOdd]);
      taken += Number(problem === null);
    }
    expect(taken).toBeGreaterThan(200);
  });

  it('lets others have their turn while it reads a long text', async () => {
    const text = `[${'1,'.repeat(1_000_000)}1]`;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await problemOf(text)).toBeNull();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
