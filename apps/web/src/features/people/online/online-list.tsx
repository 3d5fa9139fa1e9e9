import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableSort } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { onlineQuery, type OnlinePerson } from '../people.queries.ts';
import { onlineColumns } from './online-columns.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import { compareNames } from '../../../lib/text/text-order.ts';

type Props = {
  filter: string;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  onChoose: (playerId: string) => void;
};

/** Everyone who is online, on all servers. */
export function OnlineList({ filter, sort, onSort, onChoose }: Props) {
  const query = useQuery(onlineQuery);
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton />}>
      {(people) => {
        if (people.length === 0) return <Text c="dimmed">No one is online right now.</Text>;
        const found = people.filter((person) => isMatch(person, filter)).toSorted(byName);
        if (found.length === 0) return <Text c="dimmed">No players found.</Text>;
        return (
          <DataTable
            id="online-players"
            label="Players on all servers"
            summary={countText(found)}
            size="part"
            rows={found.map((person) => ({ id: `${person.server.id}/${person.id}`, person }))}
            columns={onlineColumns}
            sorting={{ sort, onSort }}
            onChoose={({ person }) => onChoose(person.id)}
          />
        );
      }}
    </QueryRegion>
  );
}

function byName(one: OnlinePerson, other: OnlinePerson): number {
  return compareNames(one.name, other.name);
}

function countText(people: readonly OnlinePerson[]): string {
  const servers = new Set(people.map(({ server }) => server.id)).size;
  const players = people.length === 1 ? '1 player' : `${formatCount(people.length)} players`;
  return `${players} on ${servers === 1 ? '1 server' : `${formatCount(servers)} servers`}`;
}

function isMatch({ id, name, survivor, tribe, server }: OnlinePerson, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [id, name, survivor ?? '', tribe ?? '', server.name].some((value) => value.toLowerCase().includes(wanted));
}
