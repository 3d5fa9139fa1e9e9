import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { leaderboardQuery, type Leaderboard, type LeaderboardFilters } from '../people.queries.ts';
import classes from './leaderboards.module.css';
import { measures } from './measures.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Servers that are named; of more there is only the number. */
const namedServers = 5;

export function LeaderboardTable({ filters }: { filters: LeaderboardFilters }) {
  const query = useQuery(leaderboardQuery(filters));
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={10} rowHeight={40} />}>
      {(board) => {
        if (board.servers.length === 0) return <NoLeaderboards />;
        if (board.rows.length === 0) return <Text c="dimmed">{measures[filters.by].isNone}</Text>;
        return (
          <Stack gap="sm">
            <Rows board={board} filters={filters} />
            <Text size="sm" c="dimmed">
              {countedText(board.servers)}
            </Text>
          </Stack>
        );
      }}
    </QueryRegion>
  );
}

type Row = Leaderboard['rows'][number] & { id: string };

function Rows({ board: { rows, you }, filters: { by } }: { board: Leaderboard; filters: LeaderboardFilters }) {
  const { label, format } = measures[by];
  const isListed = rows.some(({ player }) => player.id === you?.player.id);
  const shown = you === null || isListed ? rows : [...rows, you];
  const columns: TableColumn<Row>[] = [
    {
      key: 'rank',
      label: 'Rank',
      width: 'auto',
      value: ({ rank }) => rank,
      render: ({ rank }) => formatCount(rank),
    },
    {
      key: 'player',
      label: 'Player',
      width: 'auto',
      onCard: 'title',
      value: ({ player }) => player.name,
      render: ({ player }) => (
        <>
          <PlayerLink playerId={player.id} name={player.name} />
          {player.id === you?.player.id ? <span className={classes.you}>You</span> : null}
        </>
      ),
    },
    {
      key: 'value',
      label,
      width: 'auto',
      isNumber: true,
      firstOrder: 'desc',
      value: ({ value }) => value,
      csv: ({ value }) => format(value),
      render: ({ value }) => format(value),
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable
        id="leaderboard"
        label={`Leaderboard: ${label}`}
        rows={shown.map((row) => ({ ...row, id: row.player.id }))}
        columns={columns}
        markedId={you?.player.id}
      />
    </div>
  );
}

function NoLeaderboards() {
  return (
    <Notice icon={Trophy} title="There are no leaderboards here.">
      <Text c="dimmed">
        Server admins decide whether their players are compared. They can turn leaderboards on in the server's
        information.
      </Text>
    </Notice>
  );
}

function countedText(servers: Leaderboard['servers']): string {
  if (servers.length > namedServers) return `Counted on ${formatCount(servers.length)} servers.`;
  return `Counted on ${new Intl.ListFormat('en').format(servers.map(({ name }) => visibleText(name)))}.`;
}
