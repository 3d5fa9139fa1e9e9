import { Group, Text } from '@mantine/core';
import { isAdmin } from '@tribehall/contract/roles';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../../components/layout/page.tsx';
import { ServerAddButton } from '../../../features/servers/components/server-add-form.tsx';
import { ServerPicker } from '../../../features/servers/components/server-picker.tsx';
import { useFavorites } from '../../../features/users/users.mutations.ts';
import { useMe } from '../../../features/users/users.queries.ts';

export function ServersPage() {
  const navigate = useNavigate();
  const favorites = useFavorites();
  const canAdd = isAdmin(useMe()?.roles ?? []);
  return (
    <Page title="Select a server" tabTitle="Servers">
      <Text c="dimmed">Your choice is remembered.</Text>
      <Group gap="sm">
        <ServerPicker favorites={favorites} canAdd={canAdd} buttonLabel="Manage ARK Servers" />
        {canAdd ? (
          <ServerAddButton
            onOpen={(serverId) =>
              void navigate({ to: '/arkbot/servers/$serverId', params: { serverId }, replace: true })
            }
          />
        ) : null}
      </Group>
    </Page>
  );
}
