import { useNavigate, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { Page } from '../../components/layout/page.tsx';
import { DatabaseList } from '../../features/databases/components/database-list.tsx';
import { useDatabasesLive } from '../../features/databases/databases.live.ts';

export function DatabasesPage() {
  const { search = '' } = useSearch({ from: '/main/user/owner/databases' });
  const navigate = useNavigate();
  useDatabasesLive();
  return (
    <Page title="Databases" aside={<LiveStatus />}>
      <DatabaseList
        search={search}
        onSearch={(value) => void navigate({ to: '/databases', search: { search: value }, replace: true })}
      />
    </Page>
  );
}
