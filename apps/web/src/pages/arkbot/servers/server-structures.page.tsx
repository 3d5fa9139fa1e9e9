import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import type { StructureParams } from '../../../features/structures/structure-params.ts';
import { ServerStructures } from './server-structures.tsx';

export function ServerStructuresPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/structures' });
  const params = useSearch({ from: '/main/user/arkbot/servers/$serverId/structures' });
  const navigate = useNavigate();
  // Opening a structure is a step that Back undoes; filters, the next structure and closing are not.
  const isStep = ({ structure = '' }: StructureParams) => structure !== '' && (params.structure ?? '') === '';
  const change = (changes: StructureParams) =>
    void navigate({
      to: paths.serverStructures,
      params: { serverId },
      search: { ...params, ...changes },
      replace: !isStep(changes),
      resetScroll: false,
    });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Structures" isWide>
      {(server) => (
        <ServerStructures
          server={server}
          params={params}
          onChange={change}
          onTribe={(tribeId) => void navigate({ to: paths.serverTribe, params: { serverId, tribeId } })}
        />
      )}
    </ServerFrame>
  );
}
