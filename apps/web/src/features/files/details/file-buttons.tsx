import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Download, Link, Trash2 } from 'lucide-react';
import { filePath } from '../../../lib/browser/file-path.ts';
import { copyLink } from '../../../components/buttons/copy-link.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useDeleteFiles, useDownloadFile } from '../files.mutations.ts';
import type { FileDetails } from '../files.queries.ts';

/** Deleting leaves the file's page; undoing returns to it. */
export function FileButtons({ file }: { file: FileDetails }) {
  const { fileId, mayChange } = file;
  const navigate = useNavigate();
  const download = useDownloadFile();
  const remove = useDeleteFiles(() => void navigate({ to: '/files/$fileId', params: { fileId } }));
  const leave = ({ done }: { done: unknown[] }) => {
    if (done.length > 0) void navigate({ to: '/files' });
  };
  return (
    <>
      <Group gap="sm">
        <Button
          leftSection={<Download size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(file)}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<Link size={16} aria-hidden />}
          onClick={() => void copyLink(filePath(fileId))}
        >
          Copy link
        </Button>
        {mayChange ? (
          <Button
            variant="default"
            leftSection={<Trash2 size={16} aria-hidden />}
            loading={remove.isPending}
            onClick={() => remove.mutate([file], { onSuccess: leave })}
          >
            Delete
          </Button>
        ) : null}
      </Group>
      {download.error === null ? null : <ErrorNotice error={download.error} />}
    </>
  );
}
