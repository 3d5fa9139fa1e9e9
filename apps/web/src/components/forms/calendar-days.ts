const daysInWeek = 7;

/** What a key moves the focus by in a calendar; undefined for a key that moves nothing. */
export function dayAfterKey(key: string, day: Date, firstWeekday: number): Date | undefined {
  const column = (day.getDay() - firstWeekday + daysInWeek) % daysInWeek;
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -daysInWeek,
    ArrowDown: daysInWeek,
    Home: -column,
    End: daysInWeek - 1 - column,
  };
  const months: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };
  if (months[key] !== undefined) return sameDayInMonth(day, months[key]);
  return days[key] === undefined ? undefined : addDays(day, days[key]);
}

/** The same day some months later, or the last one of that month. */
export function sameDayInMonth(day: Date, months: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()));
}

/** The weeks that a month has days in, each with all of its days. */
export function weeksOf(month: Date, firstWeekday: number): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  const before = (first.getDay() - firstWeekday + daysInWeek) % daysInWeek;
  const count = Math.ceil((before + last.getDate()) / daysInWeek);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: daysInWeek }, (_day, column) => addDays(first, week * daysInWeek + column - before)),
  );
}

/** As `Date#getDay`, in the reader's language: Sunday in some places, Monday in most. */
export function firstWeekdayOf(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language);
  return (locale.getWeekInfo?.().firstDay ?? 1) % daysInWeek;
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}
