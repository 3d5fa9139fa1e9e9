import { Button, Stack, Text } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { createIndexer, findFiles } from '../file-index.ts';
import type { FileOrder } from '../file-order.ts';
import type { ListedFile } from '../files.queries.ts';
import { useSelection } from '../use-selection.ts';
import { FileSelectionBar } from './file-selection-bar.tsx';
import { FileTable } from './file-table.tsx';

type Props = {
  files: readonly ListedFile[];
  search: string;
  order: FileOrder;
  username: string;
  onOrder: (order: FileOrder) => void;
  onClearSearch: () => void;
};

export function FileResults({ files, search, order, username, onOrder, onClearSearch }: Props) {
  const [indexFiles] = useState(createIndexer);
  const wanted = useDeferredValue(search);
  const found = findFiles(indexFiles(files), wanted, order);
  const selection = useSelection(found.map(({ fileId }) => fileId));
  if (found.length === 0) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed" role="status">
          No files found
        </Text>
        {wanted === '' ? null : (
          <Button variant="default" onClick={onClearSearch}>
            Clear search
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm" role="status">
        {countText(found.length, files.length)}
      </Text>
      <FileSelectionBar
        files={found.filter(({ fileId }) => selection.selected.has(fileId))}
        username={username}
        onClear={selection.clear}
      />
      <FileTable files={found} order={order} username={username} selection={selection} onOrder={onOrder} />
    </Stack>
  );
}

function countText(found: number, all: number): string {
  const total = all === 1 ? '1 file' : `${all.toLocaleString()} files`;
  return found === all ? total : `${found.toLocaleString()} of ${total}`;
}
