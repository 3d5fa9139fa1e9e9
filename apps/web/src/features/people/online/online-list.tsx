import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TribeName } from '../../../components/people/tribe-name.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { formatDateTime, formatDuration } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { onlineQuery, type OnlinePerson } from '../people.queries.ts';
import classes from './online-list.module.css';
import { nextOnlineSort, onlineColumns, sortOnline, type OnlineSort, type OnlineSortKey } from './online-sort.ts';

type Props = {
  filter: string;
  sort: OnlineSort;
  onSort: (sort: OnlineSort) => void;
  onChoose: (playerId: string) => void;
};
/** Someone can be on two servers for a moment. */
type Row = { id: string; person: OnlinePerson };

/** Everyone who is online, on all servers. */
export function OnlineList({ filter, sort, onSort, onChoose }: Props) {
  const query = useQuery(onlineQuery);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const nowMs = useNow();
  return (
    <QueryRegion query={query} skeletonHeight={320}>
      {(people) => {
        if (people.length === 0) return <Text c="dimmed">No one is online right now.</Text>;
        const found = people.filter((person) => isMatch(person, filter));
        if (found.length === 0) return <Text c="dimmed">No players found.</Text>;
        const rows = found.map((person) => ({ id: `${person.server.id}/${person.id}`, person }));
        return (
          <Stack gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {countText(found)}
            </Text>
            <div className={classes.list}>
              <VirtualGrid
                label="Players on all servers"
                rows={sortOnline(rows, sort)}
                columns={columnsFor(nowMs, isPhone)}
                rowHeight={isPhone ? 56 : 36}
                sorting={{ ...sort, onSort: (key) => onSort(nextOnlineSort(sort, key as OnlineSortKey)) }}
                onChoose={({ person }) => onChoose(person.id)}
              />
            </div>
          </Stack>
        );
      }}
    </QueryRegion>
  );
}

/** A phone has room for two columns, the first with two lines. */
function columnsFor(nowMs: number, isPhone: boolean): (GridColumn<Row> & { key: OnlineSortKey })[] {
  return [
    {
      ...head('name'),
      width: 'minmax(0, 1.2fr)',
      render: ({ person }) => (
        <>
          <PlayerLink playerId={person.id} name={person.name} hasFace />
          {isPhone ? <SecondLine person={person} /> : null}
        </>
      ),
    },
    { ...head('survivor'), width: 'minmax(0, 1fr)', isWideOnly: true, render: ({ person }) => text(person.survivor) },
    { ...head('server'), width: 'minmax(0, 1fr)', isWideOnly: true, render: ({ person }) => text(person.server.name) },
    { ...head('tribe'), width: 'minmax(0, 1fr)', isWideOnly: true, render: ({ person }) => tribe(person.tribe) },
    { ...head('level'), width: '80px', isNumber: true, isWideOnly: true, render: ({ person }) => person.level ?? '' },
    {
      ...head('time'),
      width: '112px',
      isNumber: true,
      render: ({ person: { joinedAt } }) => (
        <time dateTime={joinedAt} title={`Since ${formatDateTime(joinedAt)}`}>
          {formatDuration(nowMs - Date.parse(joinedAt)).replace('less than a minute', 'just joined')}
        </time>
      ),
    },
  ];
}

function head(key: OnlineSortKey) {
  return { key, label: onlineColumns[key].label, isSortable: true };
}

function SecondLine({ person: { server, survivor, level } }: { person: OnlinePerson }) {
  const parts = [server.name, ...(survivor === null ? [] : [survivor]), ...(level === null ? [] : [`Level ${level}`])];
  return (
    <span className={classes.secondLine}>
      {parts.map((part, index) => (
        <span key={index}>
          {index === 0 ? '' : ' · '}
          <PlainText text={part} />
        </span>
      ))}
    </span>
  );
}

function text(value: string | null) {
  return value === null ? '' : <PlainText text={value} />;
}

function tribe(name: string | null) {
  return name === null ? '' : <TribeName name={name} />;
}

function countText(people: readonly OnlinePerson[]): string {
  const servers = new Set(people.map(({ server }) => server.id)).size;
  const players = people.length === 1 ? '1 player' : `${people.length.toLocaleString()} players`;
  return `${players} on ${servers === 1 ? '1 server' : `${servers.toLocaleString()} servers`}`;
}

function isMatch({ id, name, survivor, tribe, server }: OnlinePerson, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [id, name, survivor ?? '', tribe ?? '', server.name].some((value) => value.toLowerCase().includes(wanted));
}
