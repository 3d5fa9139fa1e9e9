import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { clustersQuery } from '../../features/clusters/clusters.queries.ts';
import { ModeratorsPanel } from '../../features/moderators/components/moderators-panel.tsx';
import { RoleRulesPanel } from '../../features/moderators/components/role-rules-panel.tsx';
import { AllTokensPanel } from '../../features/tokens/components/all-tokens-panel.tsx';
import { UserList } from '../../features/users/components/user-list.tsx';
import { serversQuery } from '../../lib/servers/servers.queries.ts';

export function UsersPage() {
  const { search = '', page = '1' } = useSearch({ from: '/main/user/owner/users' });
  const navigate = useNavigate();
  const { data: servers = [] } = useQuery(serversQuery(''));
  const { data: clusters = [] } = useQuery(clustersQuery);
  const places = [
    ...clusters.map(({ id, name }) => ({ type: 'cluster' as const, id, name })),
    ...servers.map(({ id, name }) => ({ type: 'server' as const, id, name })),
  ];
  const pageNumber = /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
  return (
    <Page title="Users">
      <SearchField
        label="Search by name or email"
        value={search}
        onSearch={(value) =>
          void navigate({
            to: '/users',
            search: ({ page: _, ...previous }) => ({ ...previous, search: value }),
            replace: true,
          })
        }
      />
      <UserList
        search={search}
        page={pageNumber}
        onPage={(next) => void navigate({ to: '/users', search: (previous) => ({ ...previous, page: String(next) }) })}
      />
      <ModeratorsPanel place={{ type: 'all' }} />
      <RoleRulesPanel places={places} />
      <AllTokensPanel />
    </Page>
  );
}
