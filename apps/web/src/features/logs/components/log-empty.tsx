import { Button, Text } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { defaultFilter, isNarrowed, type LogFilter } from '../log-filter.ts';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

export function LogEmpty({ filter, onFilter }: Props) {
  const isFiltered = isNarrowed(filter);
  const { range, after, before, at } = filter;
  const action = isFiltered ? (
    <Button variant="default" onClick={() => onFilter({ ...defaultFilter, range, after, before, at })}>
      Clear the filters
    </Button>
  ) : range === '7d' ? undefined : (
    <Button variant="default" onClick={() => onFilter({ ...defaultFilter, range: range === '24h' ? '7d' : '24h' })}>
      {range === '24h' ? 'Show 7 days' : 'Show 24 hours'}
    </Button>
  );
  return (
    <Notice icon={ScrollText} title="No logs found." action={action}>
      <Text c="dimmed">
        {isFiltered ? 'Nothing in this window of time fits the filters.' : 'Nothing was logged in this window of time.'}
      </Text>
    </Notice>
  );
}
