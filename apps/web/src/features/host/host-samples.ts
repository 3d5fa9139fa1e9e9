import type { ChartPoint } from '../../components/display/line-chart.tsx';
import type { HostSample } from './host.queries.ts';

export const chartMinutes = 10;
const chartMs = chartMinutes * 60_000;
/** A larger gap between samples means that nothing was measured. */
const longestGapMs = 60_000;

/** Adds the newest sample and drops those too old for the chart. */
export function withSample(samples: readonly HostSample[], sample: HostSample): HostSample[] {
  const oldest = Date.parse(sample.at) - chartMs;
  return [...samples.filter(({ at }) => Date.parse(at) >= oldest && at < sample.at), sample];
}

/** The chart ends at the newest sample, by the host's clock. */
export function chartSpan(samples: readonly HostSample[]): { from: number; to: number } {
  const to = Date.parse(samples.at(-1)?.at ?? new Date(0).toISOString());
  return { from: to - chartMs, to };
}

export type Measure = 'cpuUsage' | 'ramUsage' | 'temp';

/** One run for each period without a gap. */
export function runsOf(samples: readonly HostSample[], measure: Measure): ChartPoint[][] {
  const { from } = chartSpan(samples);
  const runs: ChartPoint[][] = [];
  let last: ChartPoint | undefined;
  for (const sample of samples) {
    const value = sample[measure];
    const at = Date.parse(sample.at);
    if (value === null || at < from) {
      last = undefined;
      continue;
    }
    if (last === undefined || at - last.at > longestGapMs) runs.push([]);
    last = { at, value };
    runs.at(-1)?.push(last);
  }
  return runs;
}

/** The chart in words, for screen readers. */
export function summarizeRuns(runs: readonly (readonly ChartPoint[])[], unit: string): string {
  const values = runs.flat().map(({ value }) => value);
  if (values.length < 2) return 'Not enough measurements yet.';
  const least = Math.round(Math.min(...values));
  const most = Math.round(Math.max(...values));
  const average = Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  if (least === most) return `${least} ${unit} in the last ${chartMinutes} minutes.`;
  return `Between ${least} and ${most} ${unit} in the last ${chartMinutes} minutes, ${average} on average.`;
}
