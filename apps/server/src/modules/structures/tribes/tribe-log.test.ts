import { describe, expect, it } from 'vitest';
import { mergeTribeLogs } from './tribe-log.ts';

/** One line a minute of the game; what happens several times in a second repeats. */
const line = (minute: number) =>
  `Day ${Math.floor(minute / 60)}, 12:${String(minute % 60).padStart(2, '0')}:00: Your 'Wall' was destroyed!`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => line(from + index));

describe('the tribe logs of two saves', () => {
  it('are one without loss or doubles where the game has forgotten the oldest lines', () => {
    expect(mergeTribeLogs(lines(0, 100), lines(30, 130))).toEqual(lines(0, 130));
  });

  it('are the same when nothing has happened, however often it is sent', () => {
    expect(mergeTribeLogs(lines(0, 100), lines(0, 100))).toEqual(lines(0, 100));
    expect(mergeTribeLogs(lines(0, 130), lines(30, 130))).toEqual(lines(0, 130));
  });

  it('retain lines that repeat within a second as often as they are there', () => {
    const same = [line(7), line(7), line(7)];
    expect(mergeTribeLogs([line(6), ...same], [...same, line(8)])).toEqual([line(6), ...same, line(8)]);
    expect(mergeTribeLogs([line(6), line(7)], [...same, line(8)])).toEqual([line(6), ...same, line(8)]);
  });

  it('are put after each other where the lines between them were missed', () => {
    expect(mergeTribeLogs(lines(0, 100), lines(200, 300))).toEqual([...lines(0, 100), ...lines(200, 300)]);
  });

  it('end with the newer save where the game went back to an older one', () => {
    expect(mergeTribeLogs(lines(0, 130), lines(20, 110))).toEqual(lines(0, 110));
    const other = line(101).replace('Wall', 'Door');
    expect(mergeTribeLogs(lines(0, 130), [...lines(50, 100), other])).toEqual([...lines(0, 100), other]);
  });

  it('are the newer one where no line has a time, and the older one where the newer is empty', () => {
    expect(mergeTribeLogs(['a', 'b'], ['c', 'd'])).toEqual(['c', 'd']);
    expect(mergeTribeLogs(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(mergeTribeLogs(['a', 'b'], [])).toEqual(['a', 'b']);
  });

  it('hold the newest 800 lines', () => {
    expect(mergeTribeLogs(lines(0, 700), lines(650, 1_000))).toEqual(lines(200, 1_000));
  });
});

it('loses and doubles nothing over many saves of a game that remembers a hundred lines', () => {
  let stored: string[] = [];
  for (let end = 10; end < 790; end += 1 + ((end * 37) % 90)) {
    stored = mergeTribeLogs(stored, lines(Math.max(0, end - 100), end));
    expect(stored).toEqual(lines(0, end));
  }
});

it('takes no longer where all lines are the same', () => {
  const same = Array.from({ length: 200_000 }, () => 'Day 1, 00:00:00: again');
  expect(mergeTribeLogs(same, same.slice(0, 100_000))).toHaveLength(800);
});
