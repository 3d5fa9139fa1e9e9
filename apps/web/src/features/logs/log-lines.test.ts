import { describe, expect, it } from 'vitest';
import { buildLogReply, buildLogEntry } from '../../testing/logs.ts';
import {
  countNew,
  entryAt,
  maxLines,
  newestId,
  oldestId,
  startLines,
  withNewer,
  withOlder,
  type LogLines,
} from './log-lines.ts';

const shown = ({ rows }: LogLines) =>
  rows.map((row) => (row.kind === 'mark' ? `${row.count} skipped` : Number(row.id)));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const start = (from: number, to: number, hasMore = false) => startLines(buildLogReply(from, to, { hasMore }));

describe('following the logs', () => {
  it('begins with what the window holds', () => {
    const lines = start(3, 5, true);
    expect(shown(lines)).toEqual([3, 4, 5]);
    expect(lines).toMatchObject({ hasOlder: true, isAtEnd: true });
    expect([oldestId(lines), newestId(lines)]).toEqual(['3', '5']);
  });

  it('adds what is new and has a line once', () => {
    expect(shown(withNewer(start(1, 3), buildLogReply(2, 5)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('reuses the row objects that stay, so that the page renders only new ones', () => {
    const before = start(1, 3);
    const after = withNewer(before, buildLogReply(2, 5));
    expect(after.rows.slice(0, 3).every((row, index) => row === before.rows[index])).toBe(true);
  });

  it('puts a line that came late where it belongs', () => {
    const early = buildLogEntry(9, { at: buildLogEntry(2).at });
    const reply = {
      ...buildLogReply(1, 4),
      entries: [...buildLogReply(1, 2).entries, early, ...buildLogReply(3, 4).entries],
    };
    expect(shown(withNewer(start(1, 4), reply))).toEqual([1, 2, 9, 3, 4]);
  });

  it('marks what was skipped, with its number or as many', () => {
    expect(shown(withNewer(start(1, 2), buildLogReply(50, 51, { skipped: 47 })))).toEqual([1, 2, '47 skipped', 50, 51]);
    expect(shown(withNewer(start(1, 2), buildLogReply(50, 51, { skipped: null })))).toEqual([
      1,
      2,
      'null skipped',
      50,
      51,
    ]);
  });

  it('retains a mark as long as the line below it, and removes it when the gap is filled', () => {
    const marked = withNewer(start(1, 2), buildLogReply(5, 6, { skipped: 2 }));
    expect(shown(withNewer(marked, buildLogReply(6, 7)))).toEqual([1, 2, '2 skipped', 5, 6, 7]);
    expect(shown(withNewer(marked, buildLogReply(5, 7)))).toEqual([1, 2, '2 skipped', 5, 6, 7]);
    expect(shown(withNewer(marked, buildLogReply(3, 7)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown(withNewer(marked, buildLogReply(5, 7, { skipped: 9 })))).toEqual([1, 2, '9 skipped', 5, 6, 7]);
  });

  it('never holds more lines than the page may have, whatever comes', () => {
    let lines = start(1, maxLines);
    for (let round = 1; round <= 50; round += 1) {
      const from = round * 1_000;
      lines = withNewer(lines, buildLogReply(from, from + maxLines - 1, { skipped: 600, hasMore: true }));
      expect(lines.rows).toHaveLength(maxLines + 1);
    }
    expect(shown(lines).slice(0, 2)).toEqual(['600 skipped', 50_000]);
    expect(lines.hasOlder).toBe(true);
  });

  it('retains lines that have moved out of the window, up to the maximum', () => {
    expect(shown(withNewer(start(1, 2), buildLogReply(8, 9)))).toEqual([1, 2, 8, 9]);
    expect(shown(withNewer(start(1, 10), buildLogReply(11, 405)))).toEqual(numbers(6, 405));
    const lines = start(1, 2);
    expect(withNewer(lines, buildLogReply(1, 0))).toBe(lines);
  });

  it('counts what came after the line that was the newest', () => {
    expect(countNew(buildLogReply(1, 9), '6')).toBe(3);
    expect(countNew(buildLogReply(7, 9, { skipped: 4 }), '2')).toBe(7);
    expect(countNew(buildLogReply(7, 9, { skipped: null }), '2')).toBeNull();
    expect(countNew(buildLogReply(1, 6), '6')).toBe(0);
  });
});

describe('reading back', () => {
  it('puts older lines above', () => {
    const lines = withOlder(start(5, 6, true), '5', buildLogReply(3, 4));
    expect(shown(lines)).toEqual([3, 4, 5, 6]);
    expect(lines).toMatchObject({ hasOlder: false, isAtEnd: true });
  });

  it('drops the newest lines above the maximum, and retains those around the reading position', () => {
    const lines = withOlder(start(1_001, 1_400, true), '1001', buildLogReply(601, 1_000, { hasMore: true }));
    expect(shown(lines)).toEqual(numbers(701, 1_100));
    expect(lines).toMatchObject({ hasOlder: true, isAtEnd: false });
    const further = withOlder(lines, '701', buildLogReply(651, 700));
    expect(shown(further)).toEqual(numbers(651, 1_050));
    expect(further).toMatchObject({ hasOlder: false, isAtEnd: false });
  });

  it('drops an older page that does not match the current beginning', () => {
    const lines = start(50, 52);
    expect(withOlder(lines, '5', buildLogReply(3, 4))).toBe(lines);
  });

  it('says when there is nothing older', () => {
    expect(withOlder(start(5, 6, true), '5', buildLogReply(1, 0, { hasMore: true })).hasOlder).toBe(false);
  });
});

describe('the line at a time', () => {
  it('is the last one up to it, else the first', () => {
    const lines = start(10, 20);
    expect(entryAt(lines, buildLogEntry(15).at)).toBe('15');
    expect(entryAt(lines, buildLogEntry(1).at)).toBe('10');
    expect(entryAt(start(1, 0), buildLogEntry(1).at)).toBeUndefined();
  });
});
