import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { detailsQuery } from '../files.queries.ts';
import { FileButtons } from './file-buttons.tsx';
import { FileFacts } from './file-facts.tsx';
import { FileLoginHint } from './file-login-hint.tsx';
import { FilePreview } from './file-preview.tsx';

type Props = {
  fileId: string;
  /** Nobody who is not logged in. */
  username: string | undefined;
  isLoggedIn: boolean;
};

/** One file, for everyone who may open it. */
export function FileView({ fileId, username, isLoggedIn }: Props) {
  const query = useQuery(detailsQuery(fileId));
  // Gone, or not for the viewer any more: what was shown of it goes too.
  if (hasCode(query.error, 'NOT_FOUND')) {
    return (
      <>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        {isLoggedIn ? null : <FileLoginHint fileId={fileId} />}
      </>
    );
  }
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {(file) => (
        <>
          <Panel title="Details">
            <Stack gap="lg">
              <FileFacts file={file} isOwn={username !== undefined && file.uploadedBy === username} />
              <FileButtons file={file} />
            </Stack>
          </Panel>
          <FilePreview file={file} />
        </>
      )}
    </QueryRegion>
  );
}
