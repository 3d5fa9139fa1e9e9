import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import { filterStructures } from '../structure-filter.ts';
import { filtersOf, hasAges, stateOf, type StructurePoints } from '../structure-set.ts';
import { pointsQuery } from '../structures.queries.ts';
import { tribeColors } from '../tribe-colors.ts';
import { StructureViews, type WorkbenchProps } from './structure-views.tsx';

const minuteMs = 60_000;

/** All structures that may be seen, narrowed down here in the browser to what the address says. */
export function StructureWorkbench(props: WorkbenchProps) {
  const state = stateOf(props.params);
  const query = useQuery(pointsQuery(props.serverId, state, props.info));
  return (
    <QueryRegion query={query} skeletonHeight={560}>
      {({ points }) => <Filtered key={state} points={points} {...props} />}
    </QueryRegion>
  );
}

function Filtered({ points, ...props }: WorkbenchProps & { points: StructurePoints }) {
  const scheme = useComputedColorScheme('dark');
  const nowMs = useNow();
  // One by one: what else is in the address filters nothing anew.
  const { tribes, owners, classes, minAge, maxAge, leftBehind, search } = props.params;
  const filters = filtersOf({ tribes, owners, classes, minAge, maxAge, leftBehind, search });
  // The portal counts an age from the moment of an export; to the minute is near enough. Without ages nothing changes with time.
  const nowSeconds = hasAges(filters) ? (Math.floor(nowMs / minuteMs) * minuteMs) / 1_000 : 0;
  const { rows, facets } = filterStructures(points, filters, nowSeconds);
  const colors = tribeColors(points, scheme);
  const set = { points, rows, map: props.info.map, tribeColors: colors };
  return <StructureViews set={set} facets={facets} filters={filters} {...props} />;
}
