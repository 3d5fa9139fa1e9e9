import { dateFormat } from '../../../lib/text/date-format.ts';
import { formatDuration } from '../../../lib/text/format.ts';

/** A day of the reader's calendar, `2026-01-31`. */
export type PlayDay = { date: string; ms: number };

const dayMs = 86_400_000;
const weekdayDate = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Without a time zone, so that no day has 23 or 25 hours. */
export function formatDate(date: string): string {
  return weekdayDate(new Date(`${date}T00:00:00Z`));
}

/** Today by the reader's clock. */
export function localDate(nowMs: number): string {
  return new Date(nowMs - new Date(nowMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Every one of the last days, oldest first; those without play have 0. */
export function lastDays(played: readonly PlayDay[], today: string, count: number): PlayDay[] {
  const msByDate = new Map(played.map(({ date, ms }) => [date, ms]));
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(end - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { date, ms: msByDate.get(date) ?? 0 };
  });
}

/** Columns of a calendar: weeks from Monday to Sunday; null for days that are not among these. */
export function weeksOf(days: readonly PlayDay[]): (PlayDay | null)[][] {
  const weeks: (PlayDay | null)[][] = [];
  for (const day of days) {
    const weekday = (new Date(`${day.date}T00:00:00Z`).getUTCDay() + 6) % 7;
    if (weekday === 0 || weeks.length === 0) weeks.push(Array.from({ length: 7 }, () => null));
    const week = weeks.at(-1);
    if (week !== undefined) week[weekday] = day;
  }
  return weeks;
}

/** From 0 for no play to 4 for the most. */
export function levelOf(ms: number, mostMs: number): number {
  return ms <= 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((4 * ms) / Math.max(mostMs, 1))));
}

/** The chart in words. */
export function summarizeDays(days: readonly PlayDay[]): string {
  const played = days.filter(({ ms }) => ms > 0);
  if (played.length === 0) return `Not seen in the last ${days.length} days.`;
  const totalMs = played.reduce((sum, { ms }) => sum + ms, 0);
  const most = played.reduce((best, day) => (day.ms > best.ms ? day : best));
  const average = formatDuration(totalMs / played.length);
  return (
    `Played on ${played.length} of the last ${days.length} days: ${formatDuration(totalMs)} in total, ` +
    `${average} on an average day of play, and the most on ${formatDate(most.date)} with ${formatDuration(most.ms)}.`
  );
}
