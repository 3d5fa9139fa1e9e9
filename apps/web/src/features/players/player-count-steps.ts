import type { ChartPoint } from '../../components/display/line-chart.tsx';
import { dateFormat } from '../../lib/text/date-format.ts';
import type { PlayerCount } from './players.queries.ts';

const momentOf = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** A player count and its period, in milliseconds since 1970; null where it is unknown. */
export type Step = { from: number; to: number; count: number | null };

/** A count is valid until the next point. Before the first point it is unknown. */
export function stepsBetween(points: readonly PlayerCount[], from: number, to: number): Step[] {
  const starts = points.map(({ at, count }) => ({ from: clamp(Date.parse(at), from, to), count }));
  const known = [{ from, count: null }, ...starts.toSorted((a, b) => a.from - b.from)];
  return known
    .map((step, index) => ({ ...step, to: known[index + 1]?.from ?? to }))
    .filter((step) => step.to > step.from);
}

/** Joins consecutive steps to runs; an unknown count starts a new one. */
export function runsOf(steps: readonly Step[]): ChartPoint[][] {
  const runs: ChartPoint[][] = [];
  for (const [index, { from, to, count }] of steps.entries()) {
    if (count === null) continue;
    if ((steps[index - 1]?.count ?? null) === null) runs.push([]);
    runs.at(-1)?.push({ at: from, value: count }, { at: to, value: count });
  }
  return runs;
}

/** How many players there were at a time. */
export function describeStep(steps: readonly Step[], at: number): string {
  const count = steps.findLast(({ from }) => from <= at)?.count ?? null;
  const players = count === null ? 'unknown' : `${count} ${count === 1 ? 'player' : 'players'}`;
  return `${momentOf(new Date(at))}: ${players}`;
}

/** The chart in words, for screen readers. */
export function summarizeSteps(steps: readonly Step[]): string {
  const known = steps.filter((step): step is Step & { count: number } => step.count !== null);
  const knownMs = totalMs(known);
  if (knownMs === 0) return 'The number of players is unknown for this period.';
  const counts = [...new Set(known.map(({ count }) => count))];
  const average = known.reduce((sum, { from, to, count }) => sum + count * (to - from), 0) / knownMs;
  const unknownMs = totalMs(steps) - knownMs;
  const unknown = unknownText(unknownMs);
  return `${rangeText(counts, average, unknown === '' ? 'all the time' : 'as far as is known')}${unknown}`;
}

function rangeText(counts: number[], average: number, always: string): string {
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  if (least === most) return `${least} ${least === 1 ? 'player' : 'players'} ${always}.`;
  return `Between ${least} and ${most} players, ${average.toFixed(1)} on average.`;
}

function unknownText(unknownMs: number): string {
  const minutes = Math.floor(unknownMs / 60_000);
  if (minutes < 1) return '';
  if (minutes < 120) return ` Unknown for ${minutes} min.`;
  return minutes < 48 * 60
    ? ` Unknown for ${Math.floor(minutes / 60)} hours.`
    : ` Unknown for ${Math.floor(minutes / 60 / 24)} days.`;
}

function totalMs(steps: readonly Step[]): number {
  return steps.reduce((sum, { from, to }) => sum + (to - from), 0);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
