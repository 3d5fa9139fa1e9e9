import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { filesQuery } from '../../../features/files/files.queries.ts';
import type { EvidencePickerProps } from '../../../features/sanctions/dialog/evidence-fields.tsx';
import { filePath } from '../../../lib/browser/file-path.ts';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import { EvidenceChoice, EvidenceChoices } from './evidence-choices.tsx';

const shownFiles = 50;

/** The newest files that the user may open. */
export function FileChoices({ urls, onPick }: Pick<EvidencePickerProps, 'urls' | 'onPick'>) {
  const [search, setSearch] = useState('');
  return (
    <Stack gap="sm">
      <SearchField label="Search files" value={search} onSearch={setSearch} />
      <EvidenceChoices label="Files">
        <QueryRegion query={useQuery(filesQuery)} skeletonHeight={160}>
          {(files) => {
            const wanted = search.toLowerCase();
            const found = files.filter(({ fileName }) => fileName.toLowerCase().includes(wanted));
            if (found.length === 0) return <Text c="dimmed">No files found.</Text>;
            return found
              .slice(0, shownFiles)
              .map(({ fileId, fileName, uploadedAt, visibility }) => (
                <EvidenceChoice
                  key={fileId}
                  at={uploadedAt}
                  text={fileName}
                  note={visibilityNames[visibility]}
                  isPicked={urls.includes(filePath(fileId))}
                  onPick={() => onPick({ kind: 'file', url: filePath(fileId), text: fileName })}
                />
              ));
          }}
        </QueryRegion>
      </EvidenceChoices>
    </Stack>
  );
}
