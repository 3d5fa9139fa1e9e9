import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeTribeLogs, newTribeLines } from './tribe-log.ts';

/** Lines in the order of the game, with repetitions. */
const log = fc.array(fc.tuple(fc.nat(2), fc.constantFrom('a', 'b')), { minLength: 1, maxLength: 30 }).map((steps) => {
  let day = 0;
  return steps.map(([step, text]) => `Day ${(day += step)}, 10:00:00: ${text}`);
});
const anyLines = fc.array(fc.constantFrom('Day 1, 10:00:00: a', 'Day 2, 10:00:00: a', 'Day 2, 10:00:00: b', 'x', ''), {
  maxLength: 12,
});

it('gives back the whole log from saves that overlap, where no two lines are alike', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 10 }), (length, shown) => {
      const whole = Array.from({ length }, (_, index) => `Day ${index}, 10:00:00: a`);
      let stored: string[] = [];
      for (let end = 1; end <= length; end += shown - 1)
        stored = mergeTribeLogs(stored, whole.slice(Math.max(0, end - shown), end));
      stored = mergeTribeLogs(stored, whole.slice(-shown));
      expect(stored).toEqual(whole);
    }),
  );
});

it('always ends with what the newer save has, and adds nothing a second time', () => {
  fc.assert(
    fc.property(fc.oneof(log, anyLines), fc.oneof(log, anyLines), (stored, sent) => {
      const merged = mergeTribeLogs(stored, sent);
      expect(merged.slice(merged.length - sent.length)).toEqual(sent);
      expect(mergeTribeLogs(merged, sent)).toEqual(merged);
      expect(newTribeLines(merged, sent)).toEqual([]);
      expect(mergeTribeLogs(stored, stored)).toEqual(stored);
    }),
  );
});

it('finds the longest overlap, as a search by hand does', () => {
  fc.assert(
    fc.property(anyLines, anyLines, (stored, sent) => {
      const lengths = Array.from({ length: Math.min(stored.length, sent.length) + 1 }, (_, length) => length);
      const longest = lengths.findLast((length) =>
        sent.slice(0, length).every((line, index) => line === stored[stored.length - length + index]),
      );
      expect(newTribeLines(stored, sent)).toEqual(sent.slice(longest));
    }),
  );
});
