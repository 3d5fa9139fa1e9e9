import { formatCount } from '../../lib/text/format-count.ts';

/** The lengths to choose from, in minutes. */
const presets: readonly (readonly [minutes: number, text: string])[] = [
  [60, '1 hour'],
  [24 * 60, '1 day'],
  [3 * 24 * 60, '3 days'],
  [7 * 24 * 60, '7 days'],
  [30 * 24 * 60, '30 days'],
];

const minuteMs = 60_000;

/** The portal's limit: five years. */
export const maxMinutes = 5 * 365 * 24 * 60;

export const permanent = 'permanent';
export const ownEnd = 'own';

/** As choices: the presets within the limit, one that a template brought, permanent, and a time of the user's own. */
export function lengthChoices(chosen: string, limit: number | null): [value: string, text: string][] {
  const minutes = Number(chosen);
  const isExtra = chosen !== permanent && chosen !== ownEnd && !presets.some(([preset]) => preset === minutes);
  const all = isExtra ? [...presets, [minutes, lengthText(minutes)] as const] : presets;
  const offered = all
    .filter(([preset]) => limit === null || preset <= limit || preset === minutes)
    .toSorted(([one], [other]) => one - other);
  return [
    ...offered.map(([preset, text]) => [String(preset), text] as [string, string]),
    ...(limit === null ? [[permanent, 'Permanent'] as [string, string]] : []),
    [ownEnd, 'Until a date and time'],
  ];
}

/** `3 days`, `90 minutes`. */
export function lengthText(minutes: number | null): string {
  if (minutes === null) return 'Permanent';
  const [count, unit] =
    minutes % (24 * 60) === 0
      ? [minutes / (24 * 60), 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${formatCount(count)} ${count === 1 ? unit : `${unit}s`}`;
}

/** The minutes until a time; a problem if it is not in the future. */
export function minutesUntil(time: string | undefined, nowMs: number): number | { problem: string } {
  if (time === undefined) return { problem: 'Enter a date and time.' };
  const minutes = Math.ceil((Date.parse(time) - nowMs) / minuteMs);
  if (minutes < 1) return { problem: 'The end must be in the future.' };
  return minutes > maxMinutes ? { problem: 'At most five years. Choose Permanent instead.' } : minutes;
}
