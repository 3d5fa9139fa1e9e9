import { Button, Group, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useChangeVisibility, useDeleteFiles } from '../files.mutations.ts';
import type { ListedFile } from '../files.queries.ts';
import { VisibilitySelect } from './visibility-select.tsx';

type Props = { files: readonly ListedFile[]; username: string; onClear: () => void };

/** What can be done with several files at once. Nothing where none is selected. */
export function FileSelectionBar({ files, username, onClear }: Props) {
  const change = useChangeVisibility();
  const remove = useDeleteFiles();
  if (files.length === 0) return null;
  return (
    <Group gap="sm" role="group" aria-label="Selected files">
      <Text size="sm">{files.length.toLocaleString()} selected</Text>
      <VisibilitySelect
        label="Who may open the selected files"
        value={undefined}
        isOwn={files.every(({ uploadedBy }) => uploadedBy === username)}
        onChange={(visibility) => change.mutate({ files, visibility })}
      />
      <Button
        variant="default"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => remove.mutate(files, { onSuccess: onClear })}
      >
        Delete
      </Button>
      <Button variant="subtle" color="gray" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
