import { roleName } from '@tribehall/contract/roles';
import { Badge, Group, Text } from '@mantine/core';

/** A role without a name is shown by its number. */
export function RoleList({ roles }: { roles: readonly number[] }) {
  if (roles.length === 0) return <Text c="dimmed">No roles</Text>;
  return (
    <Group gap="xs">
      {roles.map((role) => (
        <Badge key={role} variant="light" color="gray" tt="none">
          {roleName(role) ?? role}
        </Badge>
      ))}
    </Group>
  );
}
