import { expect, it } from 'vitest';
import { quoteString, unquoteString } from './long-string.ts';

const pieces = ['x', '"', '\\', '\\\\"', '\n', '\u0001', 'é', '😀', '\u2028', '\\u0041'];

it.each(pieces)('writes and reads a long string of %j', async (piece) => {
  for (const lead of ['', 'a', 'ab']) {
    const value = lead + piece.repeat(300_000);
    expect(JSON.parse(await quoteString(value)) === value).toBe(true);
    expect((await unquoteString(JSON.stringify(value))) === value).toBe(true);
  }
});

it('reads escapes wherever a piece ends', async () => {
  for (const lead of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
    const json = `"${lead}${String.raw`\ud83d\ude00`.repeat(100_000)}"`;
    expect((await unquoteString(json)) === `${lead}${'😀'.repeat(100_000)}`).toBe(true);
  }
});
