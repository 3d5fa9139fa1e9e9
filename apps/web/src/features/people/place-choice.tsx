import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../components/forms/select-field.tsx';
import { serversQuery } from '../../lib/servers/servers.queries.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { clusterChoicesQuery, type PlaceFilter } from './people.queries.ts';

type Props = { place: PlaceFilter; onPlace: (place: PlaceFilter) => void };

/** All servers, those of a cluster, or one. */
export function PlaceChoice({ place, onPlace }: Props) {
  const { data: clusters = [] } = useQuery(clusterChoicesQuery);
  const { data: all = [] } = useQuery(serversQuery(''));
  const servers = clusters.find(({ id }) => id === place.clusterId)?.servers ?? all;
  return (
    <>
      {clusters.length === 0 && place.clusterId === undefined ? null : (
        <SelectField
          label="Cluster"
          all="All clusters"
          choices={choicesOf(clusters)}
          value={place.clusterId}
          onChange={(clusterId) => onPlace({ clusterId, serverId: undefined })}
        />
      )}
      <SelectField
        label="Server"
        all="All servers"
        choices={choicesOf(servers)}
        value={place.serverId}
        onChange={(serverId) => onPlace({ ...place, serverId })}
      />
    </>
  );
}

function choicesOf(places: readonly { id: string; name: string }[]): [string, string][] {
  return places.map(({ id, name }) => [id, visibleText(name)]);
}
