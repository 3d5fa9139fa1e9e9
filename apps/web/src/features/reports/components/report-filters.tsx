import { reportStates, type ReportState } from '@tribehall/contract/shared/report-states';
import { Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ReportFilters } from '../reports.queries.ts';
import { reportStateLooks } from './report-state.tsx';
import classes from './reports.module.css';

type Choice = ReportState | 'all';
const choices = {
  ...(Object.fromEntries(reportStates.map((state) => [state, reportStateLooks[state].word])) as Record<
    ReportState,
    string
  >),
  all: 'All',
} satisfies Record<Choice, string>;

type Props = { filters: ReportFilters; onFilters: (filters: ReportFilters) => void };

export function ReportFilterBar({ filters, onFilters }: Props) {
  const { data: servers = [] } = useQuery(serversQuery(''));
  const change = (changes: Partial<ReportFilters>) => onFilters({ ...filters, ...changes });
  return (
    <Group gap="md" align="end">
      <Stack gap={0}>
        <SegmentedChoice<Choice>
          label="State"
          choices={choices}
          value={filters.state ?? 'all'}
          onChange={(state) => change({ state: state === 'all' ? undefined : state })}
        />
      </Stack>
      <SelectField
        label="Server"
        all="All servers"
        choices={servers.map(({ id, name }) => [id, visibleText(name)])}
        value={filters.serverId}
        onChange={(serverId) => change({ serverId })}
      />
      <div className={classes.search}>
        <SearchField label="Search reports" value={filters.search} onSearch={(search) => change({ search })} />
      </div>
      <Checkbox
        label="Assigned to me"
        mb="sm"
        checked={filters.isMine}
        onChange={(event) => change({ isMine: event.currentTarget.checked })}
      />
    </Group>
  );
}
