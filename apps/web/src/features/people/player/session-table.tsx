import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import table from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import { playtimeDays, playtimeQuery, type PlaySession } from '../people.queries.ts';
import { AboutNote, SessionBegin, SessionEnd, SessionLength } from '../play-sessions.tsx';

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

function SessionTable({ sessions }: { sessions: readonly PlaySession[] }) {
  const nowMs = useNow();
  const [shownCount, setShownCount] = useState(pageSize);
  const shown = sessions.slice(0, shownCount);
  return (
    <Stack gap="md">
      <table className={table.table}>
        <caption className={table.caption}>Sessions, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Server</th>
            <th scope="col">Survivor</th>
            <th scope="col">Joined</th>
            <th scope="col">Left</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((session) => (
            <tr key={`${session.server.id} ${session.beganAt}`}>
              <th scope="row">
                <PlainText text={session.server.name} />
              </th>
              <td>
                <PlainText text={session.survivor ?? session.name} />
              </td>
              <td>
                <SessionBegin session={session} />
              </td>
              <td>
                <SessionEnd session={session} />
              </td>
              <td>
                <SessionLength session={session} nowMs={nowMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
