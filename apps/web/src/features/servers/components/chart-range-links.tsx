import { Group } from '@mantine/core';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { chartRanges, type ChartRange } from '../chart-ranges.ts';

type Props = { serverId: string; range: ChartRange };

export function ChartRangeLinks({ serverId, range }: Props) {
  return (
    <Group component="nav" gap="xs" aria-label="Time of the chart">
      {Object.entries(chartRanges).map(([name, { label }]) => (
        <LinkButton
          key={name}
          to={paths.server}
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
