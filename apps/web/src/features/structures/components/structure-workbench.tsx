import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/query-region.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { filterStructures } from '../structure-filter.ts';
import { filtersOf, stateOf, type StructurePoints } from '../structure-set.ts';
import { pointsQuery } from '../structures.queries.ts';
import { tribeColors } from '../tribe-colors.ts';
import { StructureViews, type WorkbenchProps } from './structure-views.tsx';

const hourMs = 3_600_000;

/** All structures that may be seen, narrowed down here in the browser to what the address says. */
export function StructureWorkbench(props: WorkbenchProps) {
  const state = stateOf(props.params);
  const query = useQuery(pointsQuery(props.serverId, state));
  return (
    <QueryRegion query={query} skeletonHeight={560}>
      {({ points }) => <Filtered key={state} points={points} {...props} />}
    </QueryRegion>
  );
}

function Filtered({ points, ...props }: WorkbenchProps & { points: StructurePoints }) {
  const scheme = useComputedColorScheme('dark');
  // Ages are days: once an hour is often enough, and what was built just now is not younger than nothing.
  const nowSeconds = (Math.ceil(useNow() / hourMs) * hourMs) / 1_000;
  // One by one: what else is in the address filters nothing anew.
  const { tribes, owners, classes, minAge, maxAge, leftBehind, search } = props.params;
  const filters = filtersOf({ tribes, owners, classes, minAge, maxAge, leftBehind, search });
  const { rows, facets } = filterStructures(points, filters, nowSeconds);
  const colors = tribeColors(points, scheme);
  const set = { points, rows, map: props.info.map, tribeColors: colors };
  return <StructureViews set={set} facets={facets} filters={filters} {...props} />;
}
