import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import table from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import { chartDays, playtimeQuery, type PlaySession } from '../people.queries.ts';
import { AboutNote, SessionBegin, SessionEnd, SessionLength } from '../play-sessions.tsx';

const firstCount = 20;

/** The last times that a player was on a server. */
export function PlayerSessions({ playerId }: { playerId: string }) {
  const query = useQuery(playtimeQuery(playerId));
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Text c="dimmed">No sessions in the last {chartDays} days.</Text>
        ) : (
          <SessionTable sessions={sessions} />
        )
      }
    </QueryRegion>
  );
}

function SessionTable({ sessions }: { sessions: readonly PlaySession[] }) {
  const nowMs = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? sessions : sessions.slice(0, firstCount);
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
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Show all {sessions.length} sessions
          </Button>
        </div>
      )}
      <AboutNote sessions={shown} />
    </Stack>
  );
}
