import type { ChartPoint } from '../../components/display/line-chart.tsx';
import type { HostSample } from './host.queries.ts';

export const chartMinutes = 10;
const chartMs = chartMinutes * 60_000;
/** Between samples further apart nobody measured. */
const longestGapMs = 60_000;

/** Adds the newest sample and lets go of those that are too old for the chart. */
export function withSample(samples: readonly HostSample[], sample: HostSample): HostSample[] {
  const oldest = Date.parse(sample.at) - chartMs;
  return [...samples.filter(({ at }) => Date.parse(at) >= oldest && at < sample.at), sample];
}

/** The span of the chart ends with the newest sample, by the clock that made it. */
export function chartSpan(samples: readonly HostSample[]): { from: number; to: number } {
  const to = Date.parse(samples.at(-1)?.at ?? new Date(0).toISOString());
  return { from: to - chartMs, to };
}

export type Measure = 'cpuUsage' | 'ramUsage' | 'temp';

/** One line for each time without a gap. */
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

/** What the chart shows, for those who do not see it. */
export function summarizeRuns(runs: readonly (readonly ChartPoint[])[], unit: string): string {
  const values = runs.flat().map(({ value }) => value);
  if (values.length < 2) return 'Not measured for long enough yet.';
  const least = Math.round(Math.min(...values));
  const most = Math.round(Math.max(...values));
  const average = Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  if (least === most) return `${least} ${unit} in the last ${chartMinutes} minutes.`;
  return `Between ${least} and ${most} ${unit} in the last ${chartMinutes} minutes, ${average} on average.`;
}
