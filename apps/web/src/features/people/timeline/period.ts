import { readTime } from '../../../lib/text/format.ts';
import { isTimeRange, timeRanges, type TimeRangeName } from '../../../lib/text/time-range.ts';

/** What a timeline is limited to besides a time up to now. */
export const otherPeriods = { all: 'All', custom: 'Custom' } as const;

export type Period = TimeRangeName | keyof typeof otherPeriods;
/** ISO times of the period `custom`. */
export type PeriodFilter = { period: Period; from: string | undefined; until: string | undefined };

const dayMs = 24 * 60 * 60 * 1000;

/** From the URL; times alone are enough for a link to a span. */
export function readPeriod({ period, ...given }: { period?: string; from?: string; until?: string }): PeriodFilter {
  const [from, until] = [readTime(given.from), readTime(given.until)];
  const hasTimes = from !== undefined || until !== undefined;
  const isOther = period === 'all' || period === 'custom';
  const chosen = isOther || isTimeRange(period) ? period : hasTimes ? 'custom' : 'all';
  if (chosen !== 'custom') return { period: chosen, from: undefined, until: undefined };
  return { period: chosen, from, until };
}

/** As parameters of the URL. */
export function periodParams({ period, from, until }: PeriodFilter): { period: string; from: string; until: string } {
  return { period: period === 'all' ? '' : period, from: from ?? '', until: until ?? '' };
}

/** A period that was just chosen; a custom one begins with the last day. */
export function choosePeriod(period: Period, nowMs: number): PeriodFilter {
  if (period !== 'custom') return { period, from: undefined, until: undefined };
  const minuteMs = 60_000;
  const from = new Date(Math.floor((nowMs - dayMs) / minuteMs) * minuteMs).toISOString();
  return { period, from, until: undefined };
}

/** Where a timeline begins and ends. */
export function spanOf({ period, from, until }: PeriodFilter, nowMs: number): { from?: string; until?: string } {
  if (isTimeRange(period)) return { from: new Date(nowMs - timeRanges[period].ms).toISOString() };
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

export function isBackwards({ from, until }: PeriodFilter): boolean {
  return from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from);
}
