import { roles } from '@tribehall/contract/roles';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useSetRoles } from '../users.mutations.ts';
import type { ListedUser } from '../user-list.queries.ts';

type Grantable = typeof roles.Admin | typeof roles.Owner;
const grantable = [
  { role: roles.Admin, label: 'Admin', effect: 'Files, servers, clusters and players' },
  { role: roles.Owner, label: 'Owner', effect: 'Everything, including the terminal and other people’s roles' },
] as const;

type Props = { user: ListedUser; onClose: () => void };

export function UserRolesDialog({ user, onClose }: Props) {
  const setRoles = useSetRoles();
  const [chosen, setChosen] = useState<Grantable[]>(
    grantable.map(({ role }) => role).filter((role) => user.roles.includes(role)),
  );
  const toggle = (role: Grantable) =>
    setChosen((before) => (before.includes(role) ? before.filter((other) => other !== role) : [...before, role]));
  const finish = () => {
    toastSuccess(`Roles of ${user.username} changed.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Roles of ${user.username}`}
      confirmLabel="Change roles"
      isPending={setRoles.isPending}
      error={setRoles.error}
      onConfirm={() => setRoles.mutate({ userId: user.id, roles: chosen }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Stack gap="md">
        {grantable.map(({ role, label, effect }) => (
          <Checkbox
            key={role}
            label={label}
            description={effect}
            checked={chosen.includes(role)}
            onChange={() => toggle(role)}
          />
        ))}
        <Text c="dimmed">{user.username} will be logged out everywhere and get the new roles at the next login.</Text>
      </Stack>
    </ConfirmDialog>
  );
}
