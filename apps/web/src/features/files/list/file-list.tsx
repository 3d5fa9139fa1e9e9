import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileX, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { useChangeVisibility, useDeleteFiles } from '../files.mutations.ts';
import { filesQuery, type ListedFile } from '../files.queries.ts';
import { VisibilitySelect } from '../visibility-select.tsx';
import { createIndexer, findFiles } from './file-index.ts';
import type { FileSort } from './file-sort.ts';
import { FileTable } from './file-table.tsx';
import { useSelection } from './use-selection.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = {
  search: string;
  sort: FileSort;
  /** The viewer's name. */
  username: string;
  onSearch: (search: string) => void;
  onSort: (sort: FileSort) => void;
};

/** All files the viewer may open: find, sort, share and delete them. */
export function FileList({ search, sort, username, onSearch, onSort }: Props) {
  const query = useQuery(filesQuery);
  return (
    <>
      <SearchField label="Search by name or uploader" value={search} onSearch={onSearch} />
      <QueryRegion query={query} skeleton={<TableSkeleton />}>
        {(files) => (
          <FileResults
            files={files}
            search={search}
            sort={sort}
            username={username}
            onSort={onSort}
            onClearSearch={() => onSearch('')}
          />
        )}
      </QueryRegion>
    </>
  );
}

type ResultsProps = {
  files: readonly ListedFile[];
  search: string;
  sort: FileSort;
  username: string;
  onSort: (sort: FileSort) => void;
  onClearSearch: () => void;
};

function FileResults({ files, search, sort, username, onSort, onClearSearch }: ResultsProps) {
  const [indexFiles] = useState(createIndexer);
  const deferredSearch = useDeferredValue(search);
  const found = findFiles(indexFiles(files), deferredSearch, sort);
  const selection = useSelection(found.map(({ fileId }) => fileId));
  if (found.length === 0) {
    const clear =
      deferredSearch === '' ? undefined : (
        <Button variant="default" onClick={onClearSearch}>
          Clear search
        </Button>
      );
    return (
      <Notice icon={FileX} title="No files found" role="status" action={clear}>
        <Text c="dimmed">
          {clear === undefined
            ? 'Choose files above, or drop them anywhere on this page.'
            : 'No name and no uploader matches your search.'}
        </Text>
      </Notice>
    );
  }
  return (
    <Stack gap="sm">
      <FileSelectionBar
        files={found.filter(({ fileId }) => selection.selected.has(fileId))}
        username={username}
        onClear={selection.clear}
      />
      <FileTable
        files={found}
        summary={countText(found.length, files.length)}
        sort={sort}
        username={username}
        selection={selection}
        onSort={onSort}
      />
    </Stack>
  );
}

function countText(found: number, all: number): string {
  const total = all === 1 ? '1 file' : `${formatCount(all)} files`;
  return found === all ? total : `${formatCount(found)} of ${total}`;
}

type SelectionProps = { files: readonly ListedFile[]; username: string; onClear: () => void };

/** Actions on the selected files. */
function FileSelectionBar({ files, username, onClear }: SelectionProps) {
  const change = useChangeVisibility();
  const remove = useDeleteFiles();
  if (files.length === 0) return null;
  return (
    <Group gap="sm" role="group" aria-label="Selected files">
      <Text size="sm">{formatCount(files.length)} selected</Text>
      <VisibilitySelect
        label="Who can open the selected files"
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
