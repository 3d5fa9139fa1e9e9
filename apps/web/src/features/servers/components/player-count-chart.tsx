import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LineChart } from '../../../components/display/line-chart.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { runsOf, stepsBetween, summarizeSteps } from '../player-count-steps.ts';
import { playerCountsQuery } from '../servers.queries.ts';

const hourMs = 3_600_000;

type Props = { serverId: string; hours: number };

/** How many were online, as steps, with the same in words. */
export function PlayerCountChart({ serverId, hours }: Props) {
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
