import { Menu } from '@mantine/core';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import type { ListedUser } from '../users.queries.ts';
import type { UserAction } from './user-dialog.tsx';

type Props = { user: ListedUser; onAction: (action: UserAction) => void };

/** What is done to an account less often than its roles are changed. */
export function UserMenu({ user, onAction }: Props) {
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
