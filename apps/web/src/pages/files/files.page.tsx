import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { PageSection } from '../../components/layout/page-section.tsx';
import { Page } from '../../components/layout/page.tsx';
import { refreshFiles } from '../../features/files/files-cache.ts';
import { useFilesLive } from '../../features/files/files.live.ts';
import { FileList } from '../../features/files/list/file-list.tsx';
import { readSort, writeSort } from '../../features/files/list/file-sort.ts';
import { FileUsage } from '../../features/files/list/file-usage.tsx';
import { UploadPanel } from '../../features/uploads/components/upload-panel.tsx';
import { applyChanges } from '../../lib/browser/search-params.ts';
import { useMe } from '../../features/users/users.queries.ts';

type Params = { search?: string; sort?: string; order?: string };

export function FilesPage() {
  const { search = '', ...sortParams } = useSearch({ from: '/main/user/admin/files' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const me = useMe();
  useFilesLive(true);
  const fileSort = readSort(sortParams);
  const show = (next: { search?: string; sort?: typeof fileSort }) =>
    void navigate({
      to: '/files',
      // Of the address, which may be ahead of what is shown.
      search: (latest: Params) => ({
        ...applyChanges<Params>(latest, writeSort(fileSort), writeSort(next.sort ?? fileSort)),
        ...(next.search !== undefined && { search: next.search }),
      }),
      replace: true,
    });
  return (
    <Page title="Files" aside={<LiveStatus />}>
      <UploadPanel onFilesChanged={() => refreshFiles(queryClient)} />
      <PageSection title="All files">
        <FileUsage />
        <FileList
          search={search}
          sort={fileSort}
          username={me?.username ?? ''}
          onSearch={(value) => show({ search: value })}
          onSort={(value) => show({ sort: value })}
        />
      </PageSection>
    </Page>
  );
}
