import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseList } from './lists/list-content.ts';
import { readLogLines } from './log/follow-log.ts';
import { encodingOf, splitLines, type Encoding } from './log/line-splitter.ts';

const encodings: Encoding[] = ['utf8', 'utf16le', 'utf16be'];

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding !== 'utf16be') return Buffer.from(text, encoding);
  return Buffer.from(text, 'utf16le').swap16();
}

it('splits a log into the same lines, however it grows', () => {
  const line = fc.string({
    unit: fc.oneof(fc.constantFrom('ਊ', 'Ċ', 'ā', ' '), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
    maxLength: 12,
  });
  const lines = fc.array(
    line.map((text) => text.replaceAll('\n', '')),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom(...encodings), fc.array(fc.nat(), { maxLength: 6 }), (list, encoding, cuts) => {
      const bytes = encode(`${list.join('\n')}\n`, encoding);
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
      const found: string[] = [];
      let used = 0;
      let isMidLine = false;
      for (const end of ends) {
        const read = splitLines(bytes.subarray(used, end), encoding, isMidLine);
        found.push(...read.lines);
        used += read.usedBytes;
        ({ isMidLine } = read);
      }
      expect([found, used]).toEqual([list, bytes.length]);
      expect(encodingOf(encode('\ufeffx', encoding))).toBe(encoding);
    }),
  );
});

it('cuts a line that is too long, and reads on after it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...encodings),
      fc.integer({ min: 8_000, max: 40_000 }),
      fc.integer({ min: 2_000, max: 50_000 }),
      (encoding, length, step) => {
        const bytes = encode(`${'é'.repeat(length)}\nnext\n`, encoding);
        const found: string[] = [];
        let [used, isMidLine] = [0, false];
        for (let end = step; used < bytes.length; end += step) {
          const read = splitLines(bytes.subarray(used, Math.min(end, bytes.length)), encoding, isMidLine);
          found.push(...read.lines);
          used += read.usedBytes;
          ({ isMidLine } = read);
        }
        expect([found.length, found.at(-1)]).toEqual([2, 'next']);
        expect(`${'é'.repeat(length)}\ufffd`.startsWith(found[0]?.slice(0, -1) ?? '')).toBe(true);
      },
    ),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10) },
  );
});

it('reads any lines of a log as facts, and a message with all lines that follow it', () => {
  const stamp = '[2026.09.13-18.48.40:782][696]2026.09.13_18.48.40: ';
  const word = fc.string({ unit: fc.constantFrom(...'abcdé'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(textOf(stamp, 'a', ' (b): ', ' joined this ARK!'), { maxLength: 5 }),
      (said, others) => {
        const [read] = readLogLines([
          `${stamp}Bob (Bobby): ${said[0]}`,
          ...said.slice(1),
          `${stamp}Bob joined this ARK!`,
        ]);
        expect(read?.fact).toMatchObject({ kind: 'chat', text: said.join('\n') });
        expect(readLogLines(others).length).toBeLessThanOrEqual(others.length);
      },
    ),
  );
});

const id = fc.oneof(fc.stringMatching(/^\d{17}$/), fc.stringMatching(/^[0-9a-f]{32}$/));

it('reads the ids of a list once each, whatever stands beside them, and in pages that make up the whole', () => {
  const junk = fc.constantFrom('', ' Bob', ',0,0', ' // banned', ';x', '\r', '\t2026-01-01');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(id, junk, fc.boolean()), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      id,
      (rows, size, other) => {
        const text = rows.map(([one, after, isCapital]) => (isCapital ? one.toUpperCase() : one) + after).join('\n');
        const expected = [...new Set(rows.map(([one]) => one))].toSorted();
        const list = parseList(`\ufeff${text}`);
        expect(list.count).toBe(expected.length);
        const paged: string[] = [];
        for (let page = list.page(undefined, size); ; page = list.page(paged.at(-1), size)) {
          paged.push(...page.ids);
          if (page.isLast) break;
        }
        expect(paged).toEqual(expected);
        expect(list.page(other, 100).ids).toEqual(expected.filter((one) => one > other));
        expect([...expected, other].map(list.has)).toEqual([...expected.map(() => true), expected.includes(other)]);
        expect(parseList(expected.join('\r\n'), list).digest).toBe(list.digest);
        expect(parseList(text, parseList(other)).digest).toBe(list.digest);
      },
    ),
  );
});
