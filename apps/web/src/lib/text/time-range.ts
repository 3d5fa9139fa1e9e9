const hourMs = 3_600_000;

/** Time up to now, by the name it has in an address. */
export const timeRanges = {
  '1h': { label: 'Last hour', short: '1 h', ms: hourMs },
  '24h': { label: 'Last 24 hours', short: '24 h', ms: 24 * hourMs },
  '7d': { label: 'Last 7 days', short: '7 d', ms: 7 * 24 * hourMs },
  '30d': { label: 'Last 30 days', short: '30 d', ms: 30 * 24 * hourMs },
} as const;

export type TimeRangeName = keyof typeof timeRanges;

/** All are optional: `range` moves with the clock, `from` and `to` do not. */
export type TimeRange = { range?: string | undefined; from?: string | undefined; to?: string | undefined };

export function isTimeRange(text: string | undefined): text is TimeRangeName {
  return text !== undefined && Object.hasOwn(timeRanges, text);
}

/** The times that a range means now. */
export function boundsOf({ range, from, to }: TimeRange, nowMs: number): { from?: string; to?: string } {
  if (isTimeRange(range)) return { from: new Date(nowMs - timeRanges[range].ms).toISOString() };
  return { ...(from && { from }), ...(to && { to }) };
}
