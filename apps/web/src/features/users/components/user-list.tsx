import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { useUserListLive } from '../users.live.ts';
import { usersQuery } from '../users.queries.ts';
import { UserDialog, type UserAction } from './user-dialog.tsx';
import { UserTable } from './user-table.tsx';

type Props = { search: string; page: number; onPage: (page: number) => void };

export function UserList({ search, page, onPage }: Props) {
  useUserListLive();
  const query = useQuery(usersQuery(search, page));
  const [action, setAction] = useState<UserAction>();
  return (
    <>
      <QueryRegion query={query} skeleton={<TableSkeleton rowHeight={40} />}>
        {({ users, total, pageSize }) => (
          <>
            {users.length === 0 ? (
              <Text c="dimmed">No users found.</Text>
            ) : (
              <UserTable
                users={users}
                summary={`${total.toLocaleString()} ${total === 1 ? 'user' : 'users'}`}
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
