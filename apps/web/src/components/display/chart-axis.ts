import { dateFormat } from '../../lib/text/date-format.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Between labels, by the longest span they are for. */
const timeSteps = [
  { spanMinutes: 2 * 60, minutes: 15 },
  { spanMinutes: 2 * dayMinutes, minutes: 6 * 60 },
  { spanMinutes: 10 * dayMinutes, minutes: dayMinutes },
  { spanMinutes: Infinity, minutes: 7 * dayMinutes },
];
const mostCountSteps = 4;

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
const weekday = dateFormat({ weekday: 'short' });
const date = dateFormat({ month: 'short', day: 'numeric' });

/** Whole numbers from 0 to at least `most`, in steps that are easy to read. */
export function countLabels(most: number): number[] {
  const least = Math.max(1, most / mostCountSteps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
}

/** Round times by the reader's clock, which may skip or repeat an hour. */
export function timeLabels(from: number, to: number): { at: number; label: string }[] {
  const span = (to - from) / minuteMs;
  const minutes = timeSteps.find(({ spanMinutes }) => span <= spanMinutes)?.minutes ?? dayMinutes;
  const format = minutes < dayMinutes ? clock : minutes === dayMinutes ? weekday : date;
  const labels = [];
  const next = new Date(from);
  next.setHours(0, 0, 0, 0);
  for (; next.getTime() <= to; next.setMinutes(next.getMinutes() + minutes)) {
    if (next.getTime() >= from) labels.push({ at: next.getTime(), label: format(next) });
  }
  return labels;
}
