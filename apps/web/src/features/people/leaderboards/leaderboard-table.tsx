import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import table from '../../../components/display/data-table.module.css';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { leaderboardQuery, type Leaderboard, type LeaderboardFilters } from '../people.queries.ts';
import classes from './leaderboards.module.css';
import { measures } from './measures.ts';

/** Servers that are named; of more there is only the number. */
const namedServers = 5;

export function LeaderboardTable({ filters }: { filters: LeaderboardFilters }) {
  const query = useQuery(leaderboardQuery(filters));
  return (
    <QueryRegion query={query} skeletonHeight={480}>
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

function Rows({ board: { rows, you }, filters: { by } }: { board: Leaderboard; filters: LeaderboardFilters }) {
  const { label, format } = measures[by];
  const isListed = rows.some(({ player }) => player.id === you?.player.id);
  const shown = you === null || isListed ? rows : [...rows, you];
  return (
    <table className={`${table.table} ${classes.table}`}>
      <caption className={table.caption}>Leaderboard: {label}</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Player</th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ rank, player, value }) => (
          <tr key={player.id} data-own={player.id === you?.player.id ? true : undefined}>
            <td>{rank.toLocaleString()}</td>
            <th scope="row">
              <PlayerLink playerId={player.id} name={player.name} />
              {player.id === you?.player.id ? <span className={classes.you}>You</span> : null}
            </th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
  if (servers.length > namedServers) return `Counted on ${servers.length.toLocaleString()} servers.`;
  return `Counted on ${new Intl.ListFormat('en').format(servers.map(({ name }) => visibleText(name)))}.`;
}
