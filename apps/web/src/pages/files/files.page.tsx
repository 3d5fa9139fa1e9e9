import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { LiveIndicator } from '../../components/display/live-indicator.tsx';
import { PageSection } from '../../components/layout/page-section.tsx';
import { Page } from '../../components/layout/page.tsx';
import { FileList } from '../../features/files/components/file-list.tsx';
import { FileUsage } from '../../features/files/components/file-usage.tsx';
import { UploadPanel } from '../../features/files/components/upload-panel.tsx';
import { readOrder, writeOrder } from '../../features/files/file-order.ts';
import { useFilesLive } from '../../features/files/files.live.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { useLiveState } from '../../lib/live/use-live.ts';

export function FilesPage() {
  const { search = '', sort, order } = useSearch({ from: '/main/user/admin/files' });
  const navigate = useNavigate();
  const me = useMe();
  const liveState = useLiveState();
  useFilesLive(true);
  const fileOrder = readOrder({ sort, order });
  const show = (next: { search?: string; order?: typeof fileOrder }) =>
    void navigate({
      to: paths.files,
      search: { search: next.search ?? search, ...writeOrder(next.order ?? fileOrder) },
      replace: true,
    });
  return (
    <Page title="Files" aside={<LiveIndicator state={liveState} />}>
      <UploadPanel />
      <PageSection title="All files">
        <FileUsage />
        <FileList
          search={search}
          order={fileOrder}
          username={me?.username ?? ''}
          onSearch={(value) => show({ search: value })}
          onOrder={(value) => show({ order: value })}
        />
      </PageSection>
    </Page>
  );
}
