import { Button, Group } from '@mantine/core';
import { formatDateTime } from '../../../lib/format.ts';
import classes from '../../../components/data-table.module.css';
import type { ListedUser } from '../users.queries.ts';
import { RoleList } from './role-list.tsx';

export type UserAction = { kind: 'roles' | 'remove'; user: ListedUser };

type Props = { users: ListedUser[]; onAction: (action: UserAction) => void };

export function UserTable({ users, onAction }: Props) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Users</caption>
      <thead>
        <tr>
          <th scope="col">Username</th>
          <th scope="col">Email</th>
          <th scope="col">Roles</th>
          <th scope="col">Since</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">{user.username}</th>
            <td>{user.email}</td>
            <td>
              <RoleList roles={user.roles} />
            </td>
            <td className={classes.dimmed}>{formatDateTime(user.createdAt)}</td>
            <td>
              <Group gap="xs" wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Change roles of ${user.username}`}
                  onClick={() => onAction({ kind: 'roles', user })}
                >
                  Change roles
                </Button>
                <Button
                  variant="subtle"
                  color="danger"
                  size="compact-sm"
                  aria-label={`Remove ${user.username}`}
                  onClick={() => onAction({ kind: 'remove', user })}
                >
                  Remove
                </Button>
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
