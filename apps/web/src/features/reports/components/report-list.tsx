import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { reportsQuery, type ListedReport, type ReportFilters } from '../reports.queries.ts';
import { ReportStateMark, reportStateLooks } from './report-state.tsx';

const columns: readonly TableColumn<ListedReport>[] = [
  {
    key: 'player',
    label: 'Player',
    width: 'minmax(0, 1fr)',
    onCard: 'title',
    isUnsortable: true,
    value: ({ player }) => player.name,
    render: ({ player }) => <PlainText text={player.name} />,
  },
  {
    key: 'text',
    label: 'What happened',
    width: 'minmax(0, 2fr)',
    isOptional: true,
    onCard: 'bare',
    isUnsortable: true,
    value: ({ text }) => text,
    render: ({ text }) => <PlainText text={text} />,
  },
  {
    key: 'server',
    label: 'Server',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'hidden',
    isUnsortable: true,
    value: ({ server }) => server?.name ?? null,
    render: ({ server }) => (server === null ? '' : <PlainText text={server.name} />),
  },
  {
    key: 'reporter',
    label: 'Reported by',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'hidden',
    isUnsortable: true,
    value: ({ reporter }) => reporter.name,
    render: ({ reporter }) => <PlainText text={reporter.name} />,
  },
  {
    key: 'assignee',
    label: 'Assigned to',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'hidden',
    isUnsortable: true,
    value: ({ assignee }) => assignee?.name ?? null,
    render: ({ assignee }) => (assignee === null ? '' : assignee.isYou ? 'You' : <PlainText text={assignee.name} />),
  },
  {
    key: 'state',
    label: 'State',
    width: '96px',
    onCard: 'bare',
    isUnsortable: true,
    value: ({ state }) => reportStateLooks[state].word,
    render: ({ state }) => <ReportStateMark state={state} />,
  },
  {
    key: 'time',
    label: 'When',
    width: '112px',
    onCard: 'bare',
    isUnsortable: true,
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

type Props = { filters: ReportFilters; onOpen: (id: string) => void };

/** The queue of reports, newest first. */
export function ReportList({ filters, onOpen }: Props) {
  const query = useInfiniteQuery(reportsQuery(filters));
  const isNarrow = filters.search !== '' || filters.serverId !== undefined || filters.isMine;
  return (
    <PageList
      query={query}
      itemsOf={({ reports }) => reports}
      empty={
        <Notice
          icon={CircleCheck}
          title={filters.state === 'open' && !isNarrow ? 'No open reports.' : 'No reports found.'}
        >
          {isNarrow
            ? 'No report matches all filters.'
            : 'Players report others on a player page, in the chat, with /report on Discord, or with !report in the game.'}
        </Notice>
      }
    >
      {(reports) => (
        <DataTable id="reports" label="Reports" rows={reports} columns={columns} onChoose={({ id }) => onOpen(id)} />
      )}
    </PageList>
  );
}
