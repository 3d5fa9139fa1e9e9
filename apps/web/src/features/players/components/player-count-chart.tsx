import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { countLabels, timeLabels } from '../../../components/display/chart-axis.ts';
import { LineChart } from '../../../components/display/line-chart.tsx';
import { TimeRangeChoice } from '../../../components/forms/time-range-choice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { isTimeRange, timeRanges } from '../../../lib/text/time-range.ts';
import { describeStep, runsOf, stepsBetween, summarizeSteps } from '../player-count-steps.ts';
import { playerCountsQuery } from '../players.queries.ts';

const hourMs = 3_600_000;

type Props = {
  serverId: string;
  /** From the URL. */
  range: string | undefined;
};

/** How many players were online, with a choice of the time range. */
export function PlayerCountPanel({ serverId, range }: Props) {
  const navigate = useNavigate();
  const chosen = isTimeRange(range) ? range : '24h';
  const choose = (next: string) =>
    void navigate({
      to: '/arkbot/servers/$serverId',
      params: { serverId },
      search: { range: next },
      replace: true,
      resetScroll: false,
    });
  return (
    <Panel title="Players over time">
      <Stack gap="sm">
        <TimeRangeChoice label="Chart range" others={{}} value={chosen} onChange={choose} />
        <PlayerCountChart serverId={serverId} hours={timeRanges[chosen].ms / hourMs} />
      </Stack>
    </Panel>
  );
}

/** A step chart with a summary in words. */
function PlayerCountChart({ serverId, hours }: { serverId: string; hours: number }) {
  const query = useQuery(playerCountsQuery(serverId, hours));
  return (
    <QueryRegion query={query} skeletonHeight={195}>
      {(points) => {
        const to = query.dataUpdatedAt;
        const from = to - hours * hourMs;
        const steps = stepsBetween(points, from, to);
        const most = steps.reduce((most, { count }) => Math.max(most, count ?? 0), 0);
        return (
          <Stack component="figure" gap="sm" m={0}>
            <LineChart
              runs={runsOf(steps)}
              from={from}
              to={to}
              values={countLabels(most)}
              times={timeLabels(from, to)}
              reading={{ label: 'Players at a time', textAt: (at) => describeStep(steps, at) }}
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
