import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Database as DatabaseIcon } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { databasesQuery } from '../databases.queries.ts';
import { DatabaseTable } from './database-table.tsx';

type Props = { search: string; onSearch: (search: string) => void };

export function DatabaseList({ search, onSearch }: Props) {
  const query = useQuery(databasesQuery);
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={5} rowHeight={40} />}>
      {(databases) => {
        if (databases.length === 0) return <NoDatabases />;
        const needle = search.toLowerCase();
        const found = databases.filter(({ file }) => file.toLowerCase().includes(needle));
        return (
          <>
            <SearchField label="Search by name" value={search} onSearch={onSearch} />
            {found.length === 0 ? (
              <Text c="dimmed" role="status">
                No databases found.
              </Text>
            ) : (
              <DatabaseTable databases={found} />
            )}
          </>
        );
      }}
    </QueryRegion>
  );
}

function NoDatabases() {
  return (
    <Notice icon={DatabaseIcon} title="There are no databases yet.">
      <Text c="dimmed">
        Databases are JSON files in the folder that the setting <code>DATABASES_DIR</code> names. Files placed there
        appear here.
      </Text>
    </Notice>
  );
}
