import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { WorldSaveState } from '../../../features/structures/save/world-save-state.tsx';
import type { StructureParams } from '../../../features/structures/structure-params.ts';
import { StructureWorkbench } from '../../../features/structures/structure-workbench.tsx';
import { useStructuresLive } from '../../../features/structures/structures.live.ts';
import { structuresQuery } from '../../../features/structures/structures.queries.ts';
import { VisibilityNote } from '../../../features/structures/visibility/visibility-note.tsx';
import { VisibilityPanel } from '../../../features/structures/visibility/visibility-panel.tsx';
import { useServerViewer } from './use-server-viewer.ts';

export function ServerStructuresPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/structures' });
  const params = useSearch({ from: '/main/user/arkbot/servers/$serverId/structures' });
  const navigate = useNavigate();
  // Opening a structure can be undone with Back; filters, the next structure and closing cannot.
  const isStep = ({ structure = '' }: StructureParams) => structure !== '' && (params.structure ?? '') === '';
  const change = (changes: StructureParams) =>
    void navigate({
      to: '/arkbot/servers/$serverId/structures',
      params: { serverId },
      // Of the address, which may be ahead of what is shown.
      search: (latest: StructureParams) => ({ ...latest, ...changes }),
      replace: !isStep(changes),
      resetScroll: false,
    });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Structures" crumbs={[{ text: 'Structures' }]} isWide>
      {(server) => (
        <ServerStructures
          server={server}
          params={params}
          onChange={change}
          onTribe={(tribeId) =>
            void navigate({ to: '/arkbot/servers/$serverId/tribes/$tribeId', params: { serverId, tribeId } })
          }
        />
      )}
    </ServerFrame>
  );
}

type Props = {
  server: Server;
  params: StructureParams;
  onChange: (changes: StructureParams) => void;
  onTribe: (tribeId: string) => void;
};

function ServerStructures({ server, params, onChange, onTribe }: Props) {
  const { viewer } = useServerViewer(server.id);
  const query = useQuery(structuresQuery(server.id));
  useStructuresLive(server.id);
  return (
    <QueryRegion query={query} skeletonHeight={800}>
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
