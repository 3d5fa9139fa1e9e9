import { Group, Menu } from '@mantine/core';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import classes from '../../../components/display/data-table.module.css';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { Face } from '../../../components/people/face.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import type { ListedUser } from '../users.queries.ts';
import { RoleList } from './role-list.tsx';
import type { UserAction } from './user-dialog.tsx';

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
          <th scope="col">Account</th>
          <th scope="col">Sessions</th>
          <th scope="col">Since</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              <Group gap="xs" wrap="nowrap">
                <Face id={user.id} name={user.username} size="small" />
                {user.username}
              </Group>
            </th>
            <td>{user.email}</td>
            <td>
              <RoleList roles={user.roles} />
            </td>
            <td>
              <AccountState disabledAt={user.disabledAt} />
            </td>
            <td className={classes.dimmed}>{sessionsOf(user)}</td>
            <td className={classes.dimmed}>
              <TimeAgo at={user.createdAt} />
            </td>
            <td>
              <Group gap="xs" wrap="nowrap">
                <RowButton
                  aria-label={`Change roles of ${user.username}`}
                  onClick={() => onAction({ kind: 'roles', user })}
                >
                  Change roles
                </RowButton>
                <UserMenu user={user} onAction={onAction} />
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AccountState({ disabledAt }: { disabledAt: string | null }) {
  if (disabledAt === null) return <StatusDot tone="good" word="Active" />;
  return (
    <span title={`Since ${formatDateTime(disabledAt)}`}>
      <StatusDot tone="danger" word="Disabled" />
    </span>
  );
}

function sessionsOf({ sessions }: ListedUser): string {
  if (sessions === 0) return 'Not logged in';
  return sessions === 1 ? '1 session' : `${sessions} sessions`;
}

type UserMenuProps = { user: ListedUser; onAction: (action: UserAction) => void };

/** The less common actions on an account. */
function UserMenu({ user, onAction }: UserMenuProps) {
  const item = (kind: UserAction['kind'], label: string, color?: 'danger') => (
    <Menu.Item {...(color && { color })} onClick={() => onAction({ kind, user })}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={200} hideDetached={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <RowButton aria-label={`More for ${user.username}`}>More</RowButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions on ${user.username}`}>
        {item('sessions', 'End sessions…')}
        {user.disabledAt === null ? item('disable', 'Disable account…') : item('enable', 'Enable account…')}
        {item('remove', 'Remove user…', 'danger')}
      </Menu.Dropdown>
    </Menu>
  );
}
