import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { filePath } from '../../../lib/browser/file-path.ts';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { detailsQuery } from '../files.queries.ts';
import { FilePreview } from '../previews/file-preview.tsx';
import { FileButtons } from './file-buttons.tsx';
import { FileFacts } from './file-facts.tsx';

type Props = {
  fileId: string;
  /** Undefined for visitors. */
  username: string | undefined;
  isLoggedIn: boolean;
};

/** One file, for everyone who may open it. */
export function FileView({ fileId, username, isLoggedIn }: Props) {
  const query = useQuery(detailsQuery(fileId));
  // Deleted, or no longer visible to the viewer: hide what was shown before.
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

/** Some files are not visible to visitors; the login page redirects back. */
function FileLoginHint({ fileId }: { fileId: string }) {
  return (
    <Text>
      If it was shared with you,{' '}
      <TextLink to="/login" search={{ redirect: filePath(fileId) }}>
        log in
      </TextLink>{' '}
      to open it.
    </Text>
  );
}
