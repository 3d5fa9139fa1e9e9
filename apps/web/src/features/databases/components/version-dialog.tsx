import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { textQuery, versionTextQuery, type DatabaseVersion } from '../databases.queries.ts';
import { editorCodeQuery } from '../editor/editor-code.queries.ts';
import { CompareArea } from './compare-area.tsx';

type Props = { file: string; version: DatabaseVersion; onRestore: () => void; onClose: () => void };

/** Compares a version with the current file. */
export function VersionDialog({ file, version, onRestore, onClose }: Props) {
  const now = useQuery(textQuery({ file, guildId: undefined }));
  const then = useQuery(versionTextQuery(file, version.id));
  const code = useQuery(editorCodeQuery);
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  useReturnFocus();
  const time = formatDateTime(version.at);
  return (
    <Modal
      opened
      size={1200}
      fullScreen={isNarrow}
      onClose={onClose}
      title={`Version of ${time}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <QueryRegion query={then} skeletonHeight={240}>
          {({ text }) => (
            <QueryRegion query={now} skeletonHeight={240}>
              {(current) => (
                <QueryRegion query={code} skeletonHeight={240}>
                  {(parts) => (
                    <CompareArea
                      parts={parts}
                      before={text}
                      after={current.text}
                      beforeLabel={`Version of ${time}`}
                      afterLabel="Current"
                    />
                  )}
                </QueryRegion>
              )}
            </QueryRegion>
          )}
        </QueryRegion>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {version.isCurrent ? null : <Button onClick={onRestore}>Restore this version</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}
