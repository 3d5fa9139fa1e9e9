import { Stack, Text } from '@mantine/core';
import { LineChart } from '../../../components/display/line-chart.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { chartMinutes, chartSpan, runsOf, summarizeRuns, type Measure } from '../host-samples.ts';
import type { HostSample } from '../host.queries.ts';
import classes from './load-panel.module.css';

type Props = {
  title: string;
  measure: Measure;
  unit: string;
  /** Null where the host does not tell. */
  value: number | null;
  samples: readonly HostSample[];
};

/** Percent, and degrees that a host should not reach. */
const top = 100;

/** One figure of the host: now, in a small chart, and in words. */
export function LoadPanel({ title, measure, unit, value, samples }: Props) {
  const runs = runsOf(samples, measure);
  const { from, to } = chartSpan(samples);
  return (
    <Panel title={title}>
      <p className={classes.value}>{value === null ? 'no sensor' : `${Math.round(value)} ${unit}`}</p>
      {value === null && runs.length === 0 ? null : (
        <Stack component="figure" gap="xs" m={0}>
          <LineChart runs={runs} from={{ at: from, label: `${chartMinutes} min ago` }} to={to} top={top} isSmall />
          <Text component="figcaption" size="sm" c="dimmed">
            {summarizeRuns(runs, unit)}
          </Text>
        </Stack>
      )}
    </Panel>
  );
}
