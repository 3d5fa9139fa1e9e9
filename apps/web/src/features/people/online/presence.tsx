import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { DateTimeInput } from '../../../components/forms/date-time-input.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { fromLocalField, toLocalField } from '../../../lib/text/local-field.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { presenceQuery, type PlaceFilter, type Presence, type PresenceSpan } from '../people.queries.ts';
import { PlaceChoice } from '../place-choice.tsx';
import { AboutNote, SessionBegin, SessionEnd, SessionLength, sessionMs } from '../play-sessions.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './presence.module.css';

type SearchProps = {
  /** Of the URL; undefined while nothing was searched. */
  span: PresenceSpan | undefined;
  onSpan: (span: PresenceSpan | undefined) => void;
  onChoose: (playerId: string) => void;
};

/** Who was on at a moment or during a span. */
export function PresenceSearch({ span, onSpan, onChoose }: SearchProps) {
  return (
    <Stack gap="md">
      <Text c="dimmed">For one moment, leave the end empty. Times are in your time zone.</Text>
      <PresenceForm key={JSON.stringify(span)} span={span} onSpan={onSpan} />
      {span === undefined ? null : <PresenceResult span={span} onChoose={onChoose} />}
    </Stack>
  );
}

function PresenceForm({ span, onSpan }: Pick<SearchProps, 'span' | 'onSpan'>) {
  const [from, setFrom] = useState(() => toLocalField(span?.from));
  const [until, setUntil] = useState(() => toLocalField(span?.until));
  const [place, setPlace] = useState<PlaceFilter>({ clusterId: span?.clusterId, serverId: span?.serverId });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const start = fromLocalField(from);
  const end = fromLocalField(until);
  const startError = start === undefined ? 'Enter a date and time.' : undefined;
  const endError = start !== undefined && end !== undefined && end < start ? 'The end must be after the start.' : '';
  return (
    <form
      noValidate
      className={classes.form}
      aria-label="Who was on at"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (start !== undefined && endError === '') onSpan({ from: start, until: end, ...place });
      }}
    >
      <DateTimeInput label="At" value={from} error={isSubmitted ? startError : undefined} onChange={setFrom} />
      <DateTimeInput label="Until (optional)" value={until} error={endError || undefined} onChange={setUntil} />
      <PlaceChoice place={place} onPlace={setPlace} />
      <div className={classes.buttons}>
        <Button type="submit">Show</Button>
        {span === undefined ? null : (
          <Button variant="default" onClick={() => onSpan(undefined)}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

type Row = Presence & { id: string };

function PresenceResult({ span, onChoose }: { span: PresenceSpan; onChoose: (playerId: string) => void }) {
  const query = useQuery(presenceQuery(span));
  const nowMs = useNow();
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={3} />}>
      {({ sessions: found, isCut }) => (
        <Stack gap="sm">
          {found.length === 0 ? (
            <Text role="status">
              {span.until === undefined ? 'No one was on at that time.' : 'No one was on in that time.'}
            </Text>
          ) : (
            <>
              <DataTable
                id="presence"
                label="Who was on"
                summary={countText(found, isCut)}
                size="small"
                rows={found.map((session) => ({
                  ...session,
                  id: `${session.server.id} ${session.playerId} ${session.beganAt}`,
                }))}
                columns={columnsFor(nowMs)}
                onChoose={({ playerId }) => onChoose(playerId)}
              />
              <AboutNote sessions={found} />
            </>
          )}
          <Text size="sm" c="dimmed">
            Servers whose admins keep the history to themselves are not included.
          </Text>
        </Stack>
      )}
    </QueryRegion>
  );
}

function columnsFor(nowMs: number): TableColumn<Row>[] {
  return [
    {
      key: 'name',
      label: 'Player',
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      value: ({ name }) => name,
      render: ({ playerId, name }) => <PlayerLink playerId={playerId} name={name} />,
    },
    {
      key: 'survivor',
      label: 'Survivor',
      width: 'minmax(0, 1fr)',
      isOptional: true,
      onCard: 'hidden',
      value: ({ survivor }) => survivor,
      render: ({ survivor }) => (survivor === null ? '' : <PlainText text={survivor} />),
    },
    {
      key: 'server',
      label: 'Server',
      width: 'minmax(0, 1fr)',
      isOptional: true,
      onCard: 'bare',
      value: ({ server }) => server.name,
      render: ({ server }) => <PlainText text={server.name} />,
    },
    {
      key: 'from',
      label: 'Joined',
      width: '236px',
      isOptional: true,
      onCard: 'hidden',
      value: ({ beganAt }) => beganAt,
      render: (session) => <SessionBegin session={session} />,
    },
    {
      key: 'to',
      label: 'Left',
      width: '236px',
      isOptional: true,
      onCard: 'hidden',
      value: ({ endedAt }) => endedAt,
      render: (session) => <SessionEnd session={session} />,
    },
    {
      key: 'length',
      label: 'Duration',
      width: '128px',
      isNumber: true,
      isOptional: true,
      firstOrder: 'desc',
      value: (session) => Math.round(sessionMs(session, nowMs) / 60_000),
      render: (session) => <SessionLength session={session} nowMs={nowMs} />,
    },
  ];
}

/** Someone who left and came back has several sessions. */
function countText(found: readonly Presence[], isCut: boolean): string {
  const count = new Set(found.map(({ playerId }) => playerId)).size;
  const players = count === 1 ? '1 player' : `${formatCount(count)} players`;
  const first = formatCount(found.length);
  return isCut ? `${players} in the first ${first} sessions. There are more: choose a shorter time.` : players;
}
