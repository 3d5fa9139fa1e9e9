import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { roleName } from '@tribehall/contract/roles';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn, TableSort } from '../../../components/table/table-column.ts';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { Face } from '../../../components/people/face.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import type { ListedUser } from '../user-list.queries.ts';
import { RoleList } from './role-list.tsx';
import type { UserAction } from './user-dialog.tsx';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './user-table.module.css';

type Props = {
  users: readonly ListedUser[];
  summary: string;
  sorting: { sort: TableSort; onSort: (sort: TableSort) => void };
  onExport: () => Promise<readonly ListedUser[]>;
  onAction: (action: UserAction) => void;
};

/** One page of all users, which the portal sorts. */
export function UserTable({ users, summary, sorting, onExport, onAction }: Props) {
  return (
    <DataTable
      id="users"
      label="Users"
      summary={summary}
      rows={users}
      columns={[...columns, actionsColumn(onAction)]}
      sorting={{ ...sorting, isSorted: true }}
      onExport={onExport}
    />
  );
}

const columns: readonly TableColumn<ListedUser>[] = [
  {
    key: 'username',
    label: 'Username',
    width: 'auto',
    onCard: 'title',
    value: ({ username }) => username,
    render: ({ id, username }) => (
      <span className={classes.user}>
        <Face id={id} name={username} size="small" />
        {username}
      </span>
    ),
  },
  {
    key: 'email',
    label: 'Email',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ email }) => email,
    render: ({ email }) => email,
  },
  {
    key: 'roles',
    label: 'Roles',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    csv: ({ roles }) => roles.map((role) => roleName(role) ?? role).join(', '),
    render: ({ roles }) => <RoleList roles={roles} />,
  },
  {
    key: 'account',
    label: 'Account',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    csv: ({ disabledAt, isWaiting }) =>
      disabledAt !== null ? 'Disabled' : isWaiting ? 'Waiting for approval' : 'Active',
    render: (user) => <AccountState user={user} />,
  },
  {
    key: 'sessions',
    label: 'Sessions',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    csv: ({ sessions }) => sessions,
    render: sessionsOf,
  },
  {
    key: 'createdAt',
    label: 'Since',
    width: 'auto',
    isOptional: true,
    firstOrder: 'desc',
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

function actionsColumn(onAction: Props['onAction']): TableColumn<ListedUser> {
  return {
    key: 'actions',
    label: 'Actions',
    width: 'auto',
    onCard: 'end',
    render: (user) => (
      <span className={classes.actions}>
        <RowButton aria-label={`Change roles of ${user.username}`} onClick={() => onAction({ kind: 'roles', user })}>
          Change roles
        </RowButton>
        <UserMenu user={user} onAction={onAction} />
      </span>
    ),
  };
}

function AccountState({ user: { disabledAt, isWaiting } }: { user: ListedUser }) {
  if (disabledAt === null && isWaiting) return <StatusDot tone="busy" word="Waiting for approval" />;
  if (disabledAt === null) return <StatusDot tone="good" word="Active" />;
  return (
    <span {...titleOnHover(() => `Since ${formatDateTime(disabledAt)}`)}>
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
  const navigate = useNavigate();
  const item = (kind: UserAction['kind'], label: string, color?: 'danger') => (
    <Menu.Item {...(color && { color })} onClick={() => onAction({ kind, user })}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={220} hideDetached={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <RowButton aria-label={`More for ${user.username}`}>More</RowButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions on ${user.username}`}>
        <Menu.Item onClick={() => void navigate({ to: '/audit', search: { search: user.username } })}>
          Show in the audit
        </Menu.Item>
        {item('resetLink', 'Create reset link…')}
        {item('sessions', 'End sessions…')}
        {user.hasSecondFactor ? item('factors', 'Reset two-step login…') : null}
        {user.disabledAt === null ? item('disable', 'Disable account…') : item('enable', 'Enable account…')}
        {item('remove', 'Remove user…', 'danger')}
      </Menu.Dropdown>
    </Menu>
  );
}
