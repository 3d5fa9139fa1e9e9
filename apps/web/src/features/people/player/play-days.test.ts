import { describe, expect, it } from 'vitest';
import { lastDays, levelOf, summarizeDays, weeksOf } from './play-days.ts';

const hourMs = 3_600_000;

describe('the days of play', () => {
  it('are complete up to today, across months and leap days', () => {
    const days = lastDays([{ date: '2024-02-29', ms: hourMs }], '2024-03-01', 3);
    expect(days).toEqual([
      { date: '2024-02-28', ms: 0 },
      { date: '2024-02-29', ms: hourMs },
      { date: '2024-03-01', ms: 0 },
    ]);
  });

  it('stand in weeks from Monday to Sunday', () => {
    // A Saturday.
    const weeks = weeksOf(lastDays([], '2026-01-06', 4));
    expect(weeks.map((week) => week.map((day) => day?.date.slice(-2) ?? ''))).toEqual([
      ['', '', '', '', '', '03', '04'],
      ['05', '06', '', '', '', '', ''],
    ]);
  });

  it('have levels, of which only no play is the lowest', () => {
    expect([0, 1, hourMs, 2 * hourMs, 4 * hourMs].map((ms) => levelOf(ms, 4 * hourMs))).toEqual([0, 1, 1, 2, 4]);
    expect(levelOf(0, 0)).toBe(0);
  });

  it('are summarized in words', () => {
    expect(summarizeDays(lastDays([], '2026-01-06', 90))).toBe('Not seen in the last 90 days.');
    const days = lastDays(
      [
        { date: '2026-01-03', ms: 3 * hourMs },
        { date: '2026-01-05', ms: hourMs },
      ],
      '2026-01-06',
      90,
    );
    expect(summarizeDays(days)).toMatch(
      /^Played on 2 of the last 90 days: 4 h in total, 2 h on an average day of play, and the most on .*3.* with 3 h\.$/,
    );
  });
});
