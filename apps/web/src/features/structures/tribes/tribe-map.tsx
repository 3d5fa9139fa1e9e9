import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { StructureMap } from '../map/structure-map.tsx';
import type { StructurePoints, StructuresInfo } from '../structure-set.ts';
import { pointsQuery, structuresQuery } from '../structures.queries.ts';
import { tribeColors } from './tribe-colors.ts';
import classes from './tribe-map.module.css';

type Props = { serverId: string; tribeId: number; onChoose: (structureId: string) => void };
type MapProps = Parameters<typeof StructureMap>[0];

const Map = lazyPart<MapProps & { onClose?: () => void }>(() =>
  import('../map/structure-map.tsx').then((module) => module.StructureMap),
);

export function TribeMap({ serverId, ...props }: Props) {
  const query = useQuery(structuresQuery(serverId));
  return (
    <div className={classes.container}>
      <QueryRegion query={query} skeletonHeight={420}>
        {(info) => <LoadedMap serverId={serverId} info={info} {...props} />}
      </QueryRegion>
    </div>
  );
}

function LoadedMap({ serverId, info, tribeId, onChoose }: Props & { info: StructuresInfo }) {
  const scheme = useComputedColorScheme('dark');
  const query = useQuery(pointsQuery(serverId, 'standing', info));
  return (
    <QueryRegion query={query} skeletonHeight={420}>
      {({ points }) => (
        <Map
          set={{
            points,
            rows: rowsOfTribe(points, tribeId),
            map: info.map,
            tribeColors: tribeColors(points, scheme),
          }}
          currentId={undefined}
          onChoose={onChoose}
        />
      )}
    </QueryRegion>
  );
}

function rowsOfTribe({ tribes, columns }: StructurePoints, tribeId: number): Uint32Array {
  const index = tribes.findIndex(({ id }) => id === tribeId);
  return Uint32Array.from(columns.tribe.keys()).filter((row) => columns.tribe[row] === index);
}
