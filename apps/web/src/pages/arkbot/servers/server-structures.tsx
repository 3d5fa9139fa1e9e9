import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { WorldSaveState } from '../../../features/structures/save/world-save-state.tsx';
import { VisibilityNote } from '../../../features/structures/visibility/visibility-note.tsx';
import { VisibilityPanel } from '../../../features/structures/visibility/visibility-panel.tsx';
import { StructureWorkbench } from '../../../features/structures/structure-workbench.tsx';
import type { StructureParams } from '../../../features/structures/structure-params.ts';
import { useStructuresLive } from '../../../features/structures/structures.live.ts';
import { structuresQuery } from '../../../features/structures/structures.queries.ts';
import { useServerViewer } from './use-server-viewer.ts';

type Props = {
  server: Server;
  params: StructureParams;
  onChange: (changes: StructureParams) => void;
  onTribe: (tribeId: string) => void;
};

export function ServerStructures({ server, params, onChange, onTribe }: Props) {
  const { viewer } = useServerViewer(server.id);
  const query = useQuery(structuresQuery(server.id));
  useStructuresLive(server.id);
  return (
    <QueryRegion query={query} skeletonHeight={560}>
      {(info) => (
        <Stack gap="lg">
          <WorldSaveState server={server} save={info.save} viewer={viewer} />
          <VisibilityNote serverId={server.id} info={info} isLinked={viewer.playerId !== undefined} />
          {info.save.savedAt === null || info.sight === 'none' ? null : (
            <StructureWorkbench
              serverId={server.id}
              info={info}
              params={params}
              onChange={onChange}
              onTribe={onTribe}
            />
          )}
          {info.isAdmin ? <VisibilityPanel serverId={server.id} visibleTo={info.visibleTo} /> : null}
        </Stack>
      )}
    </QueryRegion>
  );
}
