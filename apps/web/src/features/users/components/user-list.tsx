import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageButtons } from '../../../components/page-buttons.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { usersQuery } from '../users.queries.ts';
import { useUserListLive } from '../user-list.live.ts';
import { UserDialog, type UserAction } from './user-dialog.tsx';
import { UserTable } from './user-table.tsx';

type Props = { search: string; page: number; onPage: (page: number) => void };

export function UserList({ search, page, onPage }: Props) {
  useUserListLive();
  const query = useQuery(usersQuery(search, page));
  const [action, setAction] = useState<UserAction>();
  return (
    <>
      <QueryRegion query={query} skeletonHeight={240}>
        {({ users, total, pageSize }) => (
          <>
            {users.length === 0 ? (
              <Text c="dimmed">No users found.</Text>
            ) : (
              <UserTable users={users} onAction={setAction} />
            )}
            <Group justify="space-between">
              <Text c="dimmed" size="sm">
                {total} {total === 1 ? 'user' : 'users'}
              </Text>
              <PageButtons page={page} pageCount={Math.ceil(total / pageSize)} onPage={onPage} />
            </Group>
          </>
        )}
      </QueryRegion>
      {action === undefined ? null : <UserDialog {...action} onClose={() => setAction(undefined)} />}
    </>
  );
}
