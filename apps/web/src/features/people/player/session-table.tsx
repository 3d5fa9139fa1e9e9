import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import { playtimeDays, playtimeQuery, type PlaySession } from '../people.queries.ts';
import { AboutNote, SessionBegin, SessionEnd, SessionLength, sessionMs } from '../play-sessions.tsx';

const pageSize = 25;
/** Of the portal. */
const maxSessions = 200;

/** The last times that a player was on a server. */
export function PlayerSessions({ playerId }: { playerId: string }) {
  const query = useQuery(playtimeQuery(playerId));
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Notice icon={CalendarOff} title="No sessions yet.">
            <Text c="dimmed">No one has seen this player in the last {playtimeDays} days.</Text>
          </Notice>
        ) : (
          <SessionTable sessions={sessions} />
        )
      }
    </QueryRegion>
  );
}

type Row = PlaySession & { id: string };

function columnsFor(nowMs: number): TableColumn<Row>[] {
  return [
    {
      key: 'server',
      label: 'Server',
      width: 'auto',
      onCard: 'title',
      value: ({ server }) => server.name,
      render: ({ server }) => <PlainText text={server.name} />,
    },
    {
      key: 'survivor',
      label: 'Survivor',
      width: 'auto',
      onCard: 'bare',
      isOptional: true,
      value: ({ survivor, name }) => survivor ?? name,
      render: ({ survivor, name }) => <PlainText text={survivor ?? name} />,
    },
    {
      key: 'joined',
      label: 'Joined',
      width: 'auto',
      isOptional: true,
      firstOrder: 'desc',
      value: ({ beganAt }) => beganAt,
      render: (session) => <SessionBegin session={session} />,
    },
    {
      key: 'left',
      label: 'Left',
      width: 'auto',
      isOptional: true,
      firstOrder: 'desc',
      value: ({ endedAt }) => endedAt,
      render: (session) => <SessionEnd session={session} />,
    },
    {
      key: 'duration',
      label: 'Duration',
      width: 'auto',
      isOptional: true,
      firstOrder: 'desc',
      value: (session) => Math.round(sessionMs(session, nowMs) / 60_000),
      render: (session) => <SessionLength session={session} nowMs={nowMs} />,
    },
  ];
}

function SessionTable({ sessions }: { sessions: readonly PlaySession[] }) {
  const nowMs = useNow();
  const [shownCount, setShownCount] = useState(pageSize);
  const shown = sessions
    .slice(0, shownCount)
    .map((session) => ({ ...session, id: `${session.server.id} ${session.beganAt}` }));
  return (
    <Stack gap="md">
      <DataTable id="sessions" label="Sessions, newest first" rows={shown} columns={columnsFor(nowMs)} />
      {shown.length === sessions.length ? null : (
        <div>
          <Button variant="default" onClick={() => setShownCount(shownCount + pageSize)}>
            Show more
          </Button>
        </div>
      )}
      {sessions.length >= maxSessions && shown.length === sessions.length ? (
        <Text size="sm" c="dimmed">
          Only the last {maxSessions} sessions are listed. The timeline goes further back.
        </Text>
      ) : null}
      <AboutNote sessions={shown} />
    </Stack>
  );
}
