import { Group, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { SegmentedChoice } from '../../components/forms/segmented-choice.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { afterPaint } from '../../lib/browser/after-paint.ts';
import { useNow } from '../../lib/text/relative-time.ts';
import { StructureDetails } from './details/structure-details.tsx';
import { filterStructures, type StructureFacets } from './filters/filter-structures.ts';
import { ModeChoice } from './filters/mode-choice.tsx';
import { StructureFilters } from './filters/structure-filters.tsx';
import { AbandonedTribes } from './list/abandoned-tribes.tsx';
import { StructureList } from './list/structure-list.tsx';
import { readSort, writeSort } from './list/structure-sort.ts';
import { StructureMapLegend } from './map/structure-map-legend.tsx';
import { StructureMap } from './map/structure-map.tsx';
import { ReliefLegend } from './relief/relief-legend.tsx';
import { useRelief } from './relief/use-relief.ts';
import { StructureExport } from './structure-export.tsx';
import { StructureLayout } from './structure-layout.tsx';
import type { StructureParams } from './structure-params.ts';
import {
  filtersOf,
  hasAges,
  stateOf,
  type StructureFilters as Filters,
  type StructurePoints,
  type StructureSet,
  type StructuresInfo,
} from './structure-set.ts';
import classes from './structure-workbench.module.css';
import { pointsQuery } from './structures.queries.ts';
import { tribeColors } from './tribes/tribe-colors.ts';
import { formatCount } from '../../lib/text/format-count.ts';

const minuteMs = 60_000;

/** Loads all structures the viewer may see; filtering and sorting happen in the browser. */
export function StructureWorkbench(props: WorkbenchProps) {
  const state = stateOf(props.params);
  const query = useQuery(pointsQuery(props.serverId, state, props.info));
  return (
    <QueryRegion query={query} skeleton={<Skeleton className={classes.loading} />}>
      {({ points }) => <Filtered key={state} points={points} {...props} />}
    </QueryRegion>
  );
}

function Filtered({ points, ...props }: WorkbenchProps & { points: StructurePoints }) {
  const scheme = useComputedColorScheme('dark');
  const nowMs = useNow();
  // Only these parameters: the React compiler then skips filtering when others change.
  const { tribes, owners, classes, minAge, maxAge, leftBehind, search } = props.params;
  const filters = filtersOf({ tribes, owners, classes, minAge, maxAge, leftBehind, search });
  // Rounded to the minute, so it is not filtered again each second. Without ages nothing changes with time.
  const nowSeconds = hasAges(filters) ? (Math.floor(nowMs / minuteMs) * minuteMs) / 1_000 : 0;
  const { rows, facets } = filterStructures(points, filters, nowSeconds);
  const colors = tribeColors(points, scheme);
  const set = { points, rows, map: props.info.map, tribeColors: colors };
  return <StructureViews set={set} facets={facets} filters={filters} {...props} />;
}

type WorkbenchProps = {
  serverId: string;
  info: StructuresInfo;
  params: StructureParams;
  /** URL parameters; an empty one is removed. */
  onChange: (changes: StructureParams) => void;
  onTribe: (tribeId: string) => void;
};

type Props = WorkbenchProps & { set: StructureSet; facets: StructureFacets; filters: Filters };

const views = { map: 'Map', list: 'List' } as const;
/** Shows a structure on the map without its details on top. */
const spotView = 'spot';

/** Filters above the map and the list; narrow screens show only one of the two. */
function StructureViews({ serverId, info, params, set, facets, filters, onChange, onTribe }: Props) {
  const isNarrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
  // Details then cover the whole page.
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  // The map shows a filter at once; the slower list follows after the paint.
  const listed = useAfterPaint(set);
  const state = stateOf(params);
  const relief = useRelief(serverId, info, set.points);
  const view = params.view === 'list' ? 'list' : 'map';
  const choose = (structure: string) => onChange({ structure, view: params.view === 'list' ? 'list' : '' });
  const { structure = '' } = params;
  const currentId = structure === '' ? undefined : structure;
  const exports = (
    <StructureExport serverId={serverId} filters={filters} state={state} isEmpty={set.rows.length === 0} />
  );
  return (
    <section className={classes.views} aria-label="Structures">
      <Group justify="space-between" gap="md">
        <ModeChoice filters={filters} state={state} onChange={onChange} />
        {isNarrow ? null : exports}
      </Group>
      <StructureFilters set={set} filters={filters} facets={facets} search={params.search ?? ''} onChange={onChange}>
        <Text size="sm" c="dimmed" role="status">
          {countText(set)}
        </Text>
        {isNarrow ? (
          <SegmentedChoice
            label="Show as"
            choices={views}
            value={view}
            onChange={(next) => onChange({ view: next === 'list' ? next : '' })}
          />
        ) : null}
      </StructureFilters>
      {filters.abandonedDays === undefined ? null : <AbandonedTribes set={set} onTribe={onTribe} />}
      <StructureLayout
        view={view}
        isNarrow={isNarrow}
        map={<StructureMap set={set} currentId={currentId} onChoose={choose} relief={relief} />}
        list={
          <StructureList
            set={listed}
            state={state}
            sort={readSort(params)}
            currentId={currentId}
            isCompact={!isNarrow}
            onChoose={choose}
            onSort={(sort) => onChange(writeSort(sort))}
          />
        }
        details={
          currentId === undefined || (isPhone && params.view === spotView) ? undefined : (
            <StructureDetails
              serverId={serverId}
              structureId={currentId}
              map={info.map}
              isAdmin={info.isAdmin}
              onShowOnMap={isPhone || (isNarrow && view === 'list') ? () => onChange({ view: spotView }) : undefined}
            />
          )
        }
        onClose={() => onChange({ structure: '' })}
      />
      {relief === undefined || (isNarrow && view === 'list') ? null : <ReliefLegend relief={relief} />}
      <StructureMapLegend
        set={set}
        facets={facets}
        chosen={filters.tribes}
        onChosen={(tribes) => onChange({ tribes: tribes.join(',') })}
      />
      {isNarrow ? exports : null}
    </section>
  );
}

function countText({ rows, points }: StructureSet): string {
  const [shown, all] = [formatCount(rows.length), formatCount(points.count)];
  const noun = points.count === 1 ? 'structure' : 'structures';
  return rows.length === points.count ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

/** Returns the previous value until the page has painted; for slow parts that may lag behind. */
function useAfterPaint<Value extends object>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => afterPaint(() => startTransition(() => setShown(value))), [value]);
  return shown;
}
