import { Group } from '@mantine/core';
import { isAdmin } from '@tribehall/contract/roles';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTableSort } from '../../../components/table/table-column.ts';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { BroadcastButton } from '../../../features/broadcasts/broadcast-button.tsx';
import { ServerAddButton } from '../../../features/servers/components/server-add-button.tsx';
import { ServerPicker } from '../../../features/servers/components/server-picker.tsx';
import { serverColumns } from '../../../features/servers/list/server-columns.tsx';
import { ServerList } from '../../../features/servers/list/server-list.tsx';
import { useFavorites } from '../../../features/users/users.mutations.ts';
import { useMe } from '../../../features/users/users.queries.ts';

type Params = { search?: string; sort?: string; order?: string };

/** All servers, and the picker as the fast switch. */
export function ServersPage() {
  const params = useSearch({ from: '/main/user/arkbot/servers' });
  const navigate = useNavigate();
  const favorites = useFavorites();
  const canAdd = isAdmin(useMe()?.roles ?? []);
  const { search = '' } = params;
  const show = (changes: Params) =>
    navigate({
      to: '/arkbot/servers',
      // Of the address, which may be ahead of what is shown.
      search: (latest: Params) => ({ ...latest, list: 'all', ...changes }),
      replace: true,
      resetScroll: false,
    });
  const open = async (serverId: string) => {
    // Without a parameter, going back would lead to the server again.
    if (params.list === undefined) await show({});
    await navigate({ to: '/arkbot/servers/$serverId', params: { serverId } });
  };
  return (
    <Page
      title="Select a server"
      tabTitle="Servers"
      isWide
      aside={
        <Group gap="sm">
          {canAdd ? <BroadcastButton reach={{ type: 'all' }} name="all servers" /> : null}
          {canAdd ? <ServerAddButton onOpen={(serverId) => void open(serverId)} /> : null}
          <ServerPicker favorites={favorites} canAdd={canAdd} buttonLabel="Manage ARK Servers" />
        </Group>
      }
    >
      <SearchField
        label="Search servers, maps and clusters"
        value={search}
        onSearch={(next) => void show({ search: next })}
      />
      <ServerList
        filter={search}
        sort={readTableSort(serverColumns, params, undefined)}
        favorites={favorites}
        canAdd={canAdd}
        onSort={(next) => void show({ sort: next.key, order: next.order })}
        onChoose={(serverId) => void open(serverId)}
      />
    </Page>
  );
}
