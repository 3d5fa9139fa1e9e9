import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfterKey, firstWeekdayOf, sameDayInMonth, weeksOf } from './calendar-days.ts';

const sunday = 0;
const monday = 1;
const iso = (day: Date | undefined) =>
  day === undefined ? undefined : [day.getFullYear(), day.getMonth() + 1, day.getDate()].join('-');
const anyDay = fc
  .tuple(fc.integer({ min: 1970, max: 2100 }), fc.nat(11), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => new Date(year, month, day));

describe('a calendar', () => {
  it('has every day of any month once, in whole weeks that begin with the first weekday', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(6), (day, firstWeekday) => {
        const weeks = weeksOf(day, firstWeekday);
        expect(weeks.map((week) => [week.length, week[0]?.getDay()])).toEqual(weeks.map(() => [7, firstWeekday]));
        const own = weeks.flat().filter((one) => one.getMonth() === day.getMonth());
        const last = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
        expect(own.map((one) => one.getDate())).toEqual(Array.from({ length: last }, (_, index) => index + 1));
      }),
    );
  });

  it.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowRight', '2026-11-2'],
    ['ArrowUp', '2026-10-25'],
    ['ArrowDown', '2026-11-8'],
    ['PageUp', '2026-10-1'],
    ['PageDown', '2026-12-1'],
    ['a', undefined],
  ])('%s moves from November 1 to %s', (key, day) => {
    expect(iso(dayAfterKey(key, new Date(2026, 10, 1), monday))).toBe(day);
  });

  it('moves to the ends of a week as it is shown', () => {
    const thursday = new Date(2026, 10, 19);
    expect(iso(dayAfterKey('Home', thursday, monday))).toBe('2026-11-16');
    expect(iso(dayAfterKey('End', thursday, monday))).toBe('2026-11-22');
    expect(iso(dayAfterKey('Home', thursday, sunday))).toBe('2026-11-15');
    expect(iso(dayAfterKey('End', thursday, sunday))).toBe('2026-11-21');
  });

  it('goes from a long month to the last day of a short one', () => {
    expect(iso(sameDayInMonth(new Date(2026, 0, 31), 1))).toBe('2026-2-28');
    expect(iso(sameDayInMonth(new Date(2026, 0, 31), -1))).toBe('2025-12-31');
  });

  it('begins with a day of the week in any language', () => {
    for (const language of ['en-US', 'de-DE', 'ar-EG']) expect([0, 1, 6]).toContain(firstWeekdayOf(language));
  });
});
