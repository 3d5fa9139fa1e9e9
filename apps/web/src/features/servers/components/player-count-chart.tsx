import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/query-region.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { stepsBetween, summarizeSteps, type Step } from '../player-count-steps.ts';
import { playerCountsQuery } from '../servers.queries.ts';
import classes from './player-count-chart.module.css';

const size = { width: 720, height: 120 };
const hourMs = 3_600_000;

type Props = { serverId: string; hours: number };

/** How many were online, as steps, with the same in words. */
export function PlayerCountChart({ serverId, hours }: Props) {
  const query = useQuery(playerCountsQuery(serverId, hours));
  return (
    <QueryRegion query={query} skeletonHeight={172}>
      {(points) => {
        const to = query.dataUpdatedAt;
        const steps = stepsBetween(points, to - hours * hourMs, to);
        return (
          <Stack component="figure" gap="sm" m={0}>
            <Chart steps={steps} />
            <Text component="figcaption" size="sm">
              {summarizeSteps(steps)}
            </Text>
          </Stack>
        );
      }}
    </QueryRegion>
  );
}

function Chart({ steps }: { steps: readonly Step[] }) {
  const from = steps[0]?.from ?? 0;
  const to = steps.at(-1)?.to ?? 1;
  const top = steps.reduce((most, { count }) => Math.max(most, count ?? 0), 1);
  const x = (at: number) => (((at - from) / (to - from)) * size.width).toFixed(1);
  const y = (count: number) => ((1 - count / top) * size.height).toFixed(1);
  return (
    <div className={classes.chart} aria-hidden>
      <span className={classes.top}>{top}</span>
      <span className={classes.zero}>0</span>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" className={classes.plot}>
        <path d={linesOf(steps, x, y)} className={classes.line} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className={classes.from}>{formatDateTime(new Date(from).toISOString())}</span>
      <span className={classes.to}>now</span>
    </div>
  );
}

/** One line through steps that follow each other; a gap where nothing is known. */
function linesOf(steps: readonly Step[], x: (at: number) => string, y: (count: number) => string): string {
  return steps
    .map(({ from, to, count }, index) => {
      if (count === null) return '';
      const isFirst = (steps[index - 1]?.count ?? null) === null;
      return `${isFirst ? `M${x(from)} ${y(count)}` : `V${y(count)}`}H${x(to)}`;
    })
    .join('');
}
