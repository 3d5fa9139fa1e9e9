import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Download, Link, Trash2 } from 'lucide-react';
import { paths } from '../../../app/paths.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { copyLink } from '../file-link.ts';
import { useDeleteFiles, useSaveFile } from '../files.mutations.ts';
import type { FileDetails } from '../files.queries.ts';

/** What can be done with a file on its page. A deleted one leaves it; undone, it leads back. */
export function FileButtons({ file }: { file: FileDetails }) {
  const { fileId, mayChange } = file;
  const navigate = useNavigate();
  const save = useSaveFile();
  const remove = useDeleteFiles(() => void navigate({ to: paths.file, params: { fileId } }));
  const leave = ({ done }: { done: unknown[] }) => {
    if (done.length > 0) void navigate({ to: paths.files });
  };
  return (
    <>
      <Group gap="sm">
        <Button
          leftSection={<Download size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate(file)}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<Link size={16} aria-hidden />} onClick={() => void copyLink(fileId)}>
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
      {save.error === null ? null : <ErrorNotice error={save.error} />}
    </>
  );
}
