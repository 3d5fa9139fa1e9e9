import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { hasCode } from '../../../lib/api/api-error.ts';
import { formatBytes, formatLength } from '../../../lib/text/format.ts';
import { endText } from '../terminal-runs.ts';
import { recordingsQuery, type Recording } from './recordings.queries.ts';

/** Who ran what and how it ended, newest first. */
export function RecordingsList() {
  const query = useInfiniteQuery(recordingsQuery);
  if (hasCode(query.error, 'NOT_FOUND'))
    return (
      <Notice icon={Video} title="Commands are not recorded.">
        <Text c="dimmed">To record their output, set TERMINAL_RECORDING and restart the portal.</Text>
      </Notice>
    );
  return (
    <PageList
      query={query}
      itemsOf={({ recordings }) => recordings}
      empty={<Text c="dimmed">No command has been recorded yet.</Text>}
    >
      {(recordings) => (
        <DataTable
          id="recordings"
          label="Recordings, newest first"
          hasTools={false}
          rows={recordings}
          columns={columns}
        />
      )}
    </PageList>
  );
}

const columns: readonly TableColumn<Recording>[] = [
  { key: 'time', label: 'Time', width: 'auto', onCard: 'bare', render: ({ startedAt }) => <TimeAgo at={startedAt} /> },
  { key: 'user', label: 'User', width: 'auto', render: ({ user }) => <PlainText text={user} /> },
  {
    key: 'command',
    label: 'Command',
    width: 'auto',
    onCard: 'title',
    render: ({ id, command, cwd }) => (
      <>
        <TextLink to="/terminal/recordings/$recordingId" params={{ recordingId: id }}>
          <PlainText text={command || 'Unknown command'} />
        </TextLink>
        <SecondLine>
          <PlainText text={cwd} />
        </SecondLine>
      </>
    ),
  },
  { key: 'length', label: 'Length', width: 'auto', render: ({ durationMs }) => formatLength(durationMs / 1000) },
  { key: 'size', label: 'Size', width: 'auto', render: ({ bytes }) => formatBytes(bytes) },
  { key: 'end', label: 'End', width: 'auto', onCard: 'bare', render: (recording) => <RecordingEnd {...recording} /> },
];

function RecordingEnd({ state, code, endedBy, cwd }: Pick<Recording, 'state' | 'code' | 'endedBy' | 'cwd'>) {
  if (state === 'running') return <StatusDot tone="busy" word="Running" />;
  if (state === 'interrupted' || endedBy === null) return <StatusDot tone="danger" word="Interrupted" />;
  const isGood = code === 0 && endedBy === 'itself';
  return <StatusDot tone={isGood ? 'good' : 'warning'} word={endText({ code, endedBy, cwd }).replace(/\.$/, '')} />;
}
