import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { SegmentedChoice } from '../../components/forms/segmented-choice.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { useNow } from '../../lib/text/relative-time.ts';
import { StructureDetails } from './details/structure-details.tsx';
import { filterStructures, type StructureFacets } from './filters/filter-structures.ts';
import { StructureModeChoice } from './filters/mode-choice.tsx';
import { StructureFilters } from './filters/structure-filters.tsx';
import { StructureLeftBehind } from './list/abandoned-tribes.tsx';
import { StructureList } from './list/structure-list.tsx';
import { orderOf, orderParams } from './list/structure-sort.ts';
import { StructureMapLegend } from './map/structure-map-legend.tsx';
import { StructureMap } from './map/structure-map.tsx';
import { StructureExport } from './structure-export.tsx';
import { StructurePlaces } from './structure-layout.tsx';
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

type WorkbenchProps = {
  serverId: string;
  info: StructuresInfo;
  params: StructureParams;
  /** Parts of the address; an empty one is none. */
  onChange: (changes: StructureParams) => void;
  onTribe: (tribeId: string) => void;
};

type Props = WorkbenchProps & { set: StructureSet; facets: StructureFacets; filters: Filters };

const views = { map: 'Map', list: 'List' } as const;
/** On the map where a structure stands, and no details before it. */
const spotView = 'spot';

/** Filters, and below them the map and the list beside each other; one of the two where there is no room for both. */
function StructureViews({ serverId, info, params, set, facets, filters, onChange, onTribe }: Props) {
  const isNarrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
  // Then details are over all of the page.
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  // A filter shows on the map at once; the list, which takes longer, follows.
  const listed = useAfterPaint(set);
  const state = stateOf(params);
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
        <StructureModeChoice filters={filters} state={state} onChange={onChange} />
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
      {filters.leftBehind === undefined ? null : <StructureLeftBehind set={set} onTribe={onTribe} />}
      <StructurePlaces
        view={view}
        isNarrow={isNarrow}
        map={<StructureMap set={set} currentId={currentId} onChoose={choose} />}
        list={
          <StructureList
            set={listed}
            state={state}
            order={orderOf(params)}
            currentId={currentId}
            isCompact={!isNarrow}
            onChoose={choose}
            onOrder={(order) => onChange(orderParams(order))}
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
  const [shown, all] = [rows.length.toLocaleString(), points.count.toLocaleString()];
  const noun = points.count === 1 ? 'structure' : 'structures';
  return rows.length === points.count ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

/** The value as it was, until the page has been painted with the new one: for what takes long and may follow. */
function useAfterPaint<Value extends object>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // By then the frame is on the screen.
      timer = setTimeout(() => startTransition(() => setShown(value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return shown;
}
