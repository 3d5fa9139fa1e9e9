import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { versionsQuery, type DatabaseVersion } from '../databases.queries.ts';
import { VersionDialog } from './version-dialog.tsx';
import { VersionRestoreDialog } from './version-restore-dialog.tsx';
import { VersionTable } from './version-table.tsx';

type Props = { file: string; versionId: string | undefined; onView: (versionId: string | undefined) => void };

/** Earlier versions of the whole file. */
export function DatabaseVersions({ file, versionId, onView }: Props) {
  const query = useQuery(versionsQuery(file));
  const [restoring, setRestoring] = useState<DatabaseVersion>();
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {(versions) => {
        const current = versions.find(({ isCurrent }) => isCurrent);
        const viewed = versions.find(({ id }) => id === versionId);
        if (versions.length === 0) {
          return <Text c="dimmed">No versions yet. The first save stores the text it replaces.</Text>;
        }
        return (
          <>
            <VersionTable versions={versions} onView={({ id }) => onView(id)} onRestore={setRestoring} />
            {viewed === undefined ? null : (
              <VersionDialog
                key={viewed.id}
                file={file}
                version={viewed}
                onRestore={() => setRestoring(viewed)}
                onClose={() => onView(undefined)}
              />
            )}
            {restoring === undefined ? null : (
              <VersionRestoreDialog
                file={file}
                version={restoring}
                current={current}
                onDone={() => onView(undefined)}
                onClose={() => setRestoring(undefined)}
              />
            )}
          </>
        );
      }}
    </QueryRegion>
  );
}
