import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { useUrlSort } from '../../../components/table/use-url-sort.ts';
import { useUserListLive } from '../users.live.ts';
import { fetchAllUsers, usersQuery, type UserSort } from '../user-list.queries.ts';
import { UserDialog, type UserAction } from './user-dialog.tsx';
import { UserTable } from './user-table.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

/** What the portal can sort by. */
const sorts: readonly { key: UserSort }[] = [{ key: 'username' }, { key: 'email' }, { key: 'createdAt' }];

type Props = { search: string; page: number; onPage: (page: number) => void };

export function UserList({ search, page, onPage }: Props) {
  useUserListLive();
  const { sort, onSort } = useUrlSort(sorts, { key: 'username', order: 'asc' });
  const filters = { search, sort: sort.key, order: sort.order };
  const query = useQuery(usersQuery(filters, page));
  const [action, setAction] = useState<UserAction>();
  return (
    <>
      <QueryRegion query={query} skeleton={<TableSkeleton rows={5} rowHeight={40} />}>
        {({ users, total, pageSize }) => (
          <>
            {users.length === 0 ? (
              <Text c="dimmed">No users found.</Text>
            ) : (
              <UserTable
                users={users}
                summary={`${formatCount(total)} ${total === 1 ? 'user' : 'users'}`}
                sorting={{ sort, onSort }}
                onExport={() => fetchAllUsers(filters)}
                onAction={setAction}
              />
            )}
            <PageButtons page={page} pageCount={Math.ceil(total / pageSize)} onPage={onPage} />
          </>
        )}
      </QueryRegion>
      {action === undefined ? null : <UserDialog {...action} onClose={() => setAction(undefined)} />}
    </>
  );
}

type PageButtonsProps = { page: number; pageCount: number; onPage: (page: number) => void };

/** Hidden when there is only one page. */
function PageButtons({ page, pageCount, onPage }: PageButtonsProps) {
  if (pageCount <= 1 && page === 1) return null;
  return (
    <Group gap="sm" component="nav" aria-label="Pages">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text size="sm">
        Page {page} of {Math.max(pageCount, 1)}
      </Text>
      <Button variant="default" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
