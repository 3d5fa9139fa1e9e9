import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { TribeLogFilters } from '../../../features/people/people.queries.ts';
import { readGroups } from '../../../features/people/timeline/journal-groups.ts';
import { periodParams, readPeriod } from '../../../features/people/timeline/period.ts';
import { TribeLog } from '../../../features/people/tribe-log/tribe-log.tsx';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import { SavedTribeLog } from '../../../features/structures/tribes/saved-tribe-log.tsx';
import { TribeDetails } from '../../../features/structures/tribes/tribe-details.tsx';
import { TribeMap } from '../../../features/structures/tribes/tribe-map.tsx';
import { useStructuresLive } from '../../../features/structures/structures.live.ts';
import { tribeTitle } from '../../../features/structures/tribes/tribe-title.ts';
import { tribeQuery } from '../../../features/structures/tribes/tribes.queries.ts';
import { applyChanges } from '../../../lib/browser/search-params.ts';

type Params = { search?: string; show?: string; period?: string; from?: string; until?: string };

export function ServerTribePage() {
  const { serverId, tribeId } = useParams({ from: '/main/user/arkbot/servers/$serverId/tribes/$tribeId' });
  const isNumber = /^\d{1,16}$/.test(tribeId) && Number.isSafeInteger(Number(tribeId));
  const { data: tribe } = useQuery({ ...tribeQuery(serverId, tribeId), enabled: isNumber });
  const title = tribeTitle(tribe);
  const structures = linkOptions({ to: '/arkbot/servers/$serverId/structures', params: { serverId } });
  return (
    <ServerFrame
      key={`${serverId}/${tribeId}`}
      serverId={serverId}
      title={title}
      crumbs={[{ text: 'Structures', link: structures }, { text: title }]}
    >
      {() =>
        isNumber ? <ServerTribe serverId={serverId} tribeId={tribeId} /> : <Text>This tribe doesn't exist.</Text>
      }
    </ServerFrame>
  );
}

/** Fetched inside the frame, which knows whether the server exists. */
function ServerTribe({ serverId, tribeId }: { serverId: string; tribeId: string }) {
  const { search = '', show, ...times } = useSearch({ from: '/main/user/arkbot/servers/$serverId/tribes/$tribeId' });
  const navigate = useNavigate();
  const query = useQuery(tribeQuery(serverId, tribeId));
  useStructuresLive(serverId);
  const filters = { search, groups: readGroups(show), ...readPeriod(times) };
  const find = (next: TribeLogFilters) =>
    void navigate({
      to: '/arkbot/servers/$serverId/tribes/$tribeId',
      params: { serverId, tribeId },
      search: (latest: Params) => applyChanges(latest, toParams(filters), toParams(next)),
      replace: true,
      resetScroll: false,
    });
  const open = (structure: string) =>
    void navigate({
      to: '/arkbot/servers/$serverId/structures',
      params: { serverId },
      search: { tribes: tribeId, structure },
    });
  return (
    <QueryRegion query={query} skeletonHeight={400}>
      {(tribe) => (
        <TribeDetails
          serverId={serverId}
          tribe={tribe}
          map={<TribeMap serverId={serverId} tribeId={tribe.id} onChoose={open} />}
          log={
            <TribeLog
              serverId={serverId}
              tribeId={tribe.id}
              members={tribe.members}
              filters={filters}
              onFilters={find}
              saved={<SavedTribeLog entries={tribe.log ?? []} search={search} />}
            />
          }
        />
      )}
    </QueryRegion>
  );
}

function toParams({ search, groups, ...period }: TribeLogFilters): Params {
  return { search, show: groups.join(','), ...periodParams(period) };
}
