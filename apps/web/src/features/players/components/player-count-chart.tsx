import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LineChart } from '../../../components/display/line-chart.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { runsOf, stepsBetween, summarizeSteps } from '../player-count-steps.ts';
import { playerCountsQuery } from '../players.queries.ts';

/** Time ranges of the chart, by their name in the URL. */
const chartRanges = {
  '1h': { label: '1 h', hours: 1 },
  '24h': { label: '24 h', hours: 24 },
  '7d': { label: '7 d', hours: 7 * 24 },
  '30d': { label: '30 d', hours: 30 * 24 },
} as const;

const hourMs = 3_600_000;

type Props = {
  serverId: string;
  /** From the URL. */
  range: string | undefined;
};

/** How many players were online, with a choice of the time range. */
export function PlayerCountPanel({ serverId, range }: Props) {
  const chartRange = readChartRange(range);
  return (
    <Panel title="Players over time">
      <Stack gap="sm">
        <ChartRangeLinks serverId={serverId} range={chartRange} />
        <PlayerCountChart serverId={serverId} hours={chartRanges[chartRange].hours} />
      </Stack>
    </Panel>
  );
}

/** A step chart with a summary in words. */
function PlayerCountChart({ serverId, hours }: { serverId: string; hours: number }) {
  const query = useQuery(playerCountsQuery(serverId, hours));
  return (
    <QueryRegion query={query} skeletonHeight={172}>
      {(points) => {
        const to = query.dataUpdatedAt;
        const from = to - hours * hourMs;
        const steps = stepsBetween(points, from, to);
        const top = steps.reduce((most, { count }) => Math.max(most, count ?? 0), 1);
        return (
          <Stack component="figure" gap="sm" m={0}>
            <LineChart
              runs={runsOf(steps)}
              from={{ at: from, label: formatDateTime(new Date(from).toISOString()) }}
              to={to}
              top={top}
            />
            <Text component="figcaption" size="sm">
              {summarizeSteps(steps)}
            </Text>
          </Stack>
        );
      }}
    </QueryRegion>
  );
}

type ChartRangeLinksProps = { serverId: string; range: ChartRange };

function ChartRangeLinks({ serverId, range }: ChartRangeLinksProps) {
  return (
    <Group component="nav" gap="xs" aria-label="Chart range">
      {Object.entries(chartRanges).map(([name, { label }]) => (
        <LinkButton
          key={name}
          to="/arkbot/servers/$serverId"
          params={{ serverId }}
          search={{ range: name }}
          replace
          resetScroll={false}
          size="compact-sm"
          variant={name === range ? 'default' : 'subtle'}
          color="gray"
          aria-current={name === range ? 'true' : undefined}
        >
          {label}
        </LinkButton>
      ))}
    </Group>
  );
}

type ChartRange = keyof typeof chartRanges;

function readChartRange(text: string | undefined): ChartRange {
  return text !== undefined && Object.hasOwn(chartRanges, text) ? (text as ChartRange) : '24h';
}
