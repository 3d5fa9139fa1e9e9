import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageButtons } from '../../../components/page-buttons.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { usersQuery } from '../users.queries.ts';
import { UserRemoveDialog } from './user-remove-dialog.tsx';
import { UserRolesDialog } from './user-roles-dialog.tsx';
import { UserTable, type UserAction } from './user-table.tsx';

type Props = { search: string; page: number; onPage: (page: number) => void };

export function UserList({ search, page, onPage }: Props) {
  const query = useQuery(usersQuery(search, page));
  const [action, setAction] = useState<UserAction>();
  const close = () => setAction(undefined);
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
      {action?.kind === 'roles' ? <UserRolesDialog user={action.user} onClose={close} /> : null}
      {action?.kind === 'remove' ? <UserRemoveDialog user={action.user} onClose={close} /> : null}
    </>
  );
}
