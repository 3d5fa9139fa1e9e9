import type { ChartPoint } from '../../components/display/line-chart.tsx';
import type { PlayerCount } from './players.queries.ts';

/** A count and how long it held, in milliseconds since 1970; null where nobody knows. */
export type Step = { from: number; to: number; count: number | null };

/** A count holds until the next point. What was before the first one is not known. */
export function stepsBetween(points: readonly PlayerCount[], from: number, to: number): Step[] {
  const starts = points.map(({ at, count }) => ({ from: clamp(Date.parse(at), from, to), count }));
  const known = [{ from, count: null }, ...starts.toSorted((a, b) => a.from - b.from)];
  return known
    .map((step, index) => ({ ...step, to: known[index + 1]?.from ?? to }))
    .filter((step) => step.to > step.from);
}

/** Steps that follow each other as one line; a new one after what is not known. */
export function runsOf(steps: readonly Step[]): ChartPoint[][] {
  const runs: ChartPoint[][] = [];
  for (const [index, { from, to, count }] of steps.entries()) {
    if (count === null) continue;
    if ((steps[index - 1]?.count ?? null) === null) runs.push([]);
    runs.at(-1)?.push({ at: from, value: count }, { at: to, value: count });
  }
  return runs;
}

/** What the chart shows, for those who do not see it. */
export function summarizeSteps(steps: readonly Step[]): string {
  const known = steps.filter((step): step is Step & { count: number } => step.count !== null);
  const knownMs = totalMs(known);
  if (knownMs === 0) return 'How many were online is not known for this time.';
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
  if (minutes < 120) return ` Not known for ${minutes} min.`;
  return minutes < 48 * 60
    ? ` Not known for ${Math.floor(minutes / 60)} hours.`
    : ` Not known for ${Math.floor(minutes / 60 / 24)} days.`;
}

function totalMs(steps: readonly Step[]): number {
  return steps.reduce((sum, { from, to }) => sum + (to - from), 0);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
