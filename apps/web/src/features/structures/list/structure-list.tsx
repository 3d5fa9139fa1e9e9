import { Text } from '@mantine/core';
import { useDebouncedCallback, useElementSize, useMediaQuery } from '@mantine/hooks';
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { SelectBox } from '../../../components/forms/select-box.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { StructureSet, StructureState } from '../structure-set.ts';
import { structureColumns } from './structure-columns.tsx';
import classes from './structure-list.module.css';
import { hiddenCount, structureRows } from './structure-rows.ts';
import { nextSort, sortRows, sortColumns, type SortKey, type StructureSort } from './structure-sort.ts';

/** Narrower than this, not all columns fit. */
const minWideWidth = 720;
const rowHeights = { wide: 36, phone: 60 } as const;

/** The details follow the arrow keys once these pause. */
const followDelayMs = 150;

type Props = {
  set: StructureSet;
  state: StructureState;
  sort: StructureSort;
  /** The structure whose details are open. */
  currentId: string | undefined;
  /** Next to the map. */
  isCompact?: boolean;
  onChoose: (structureId: string) => void;
  onSort: (sort: StructureSort) => void;
};

/** The filtered structures, virtualized. A click or Enter opens one. */
export function StructureList({
  set,
  state,
  sort,
  currentId,
  isCompact: isBesideMap = false,
  onChoose,
  onSort,
}: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const follow = useDebouncedCallback(onChoose, followDelayMs);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isCompact = isBesideMap || (width > 0 && width < minWideWidth);
  const nowMs = useNow();
  const sorted = sortRows(set.points, set.rows, sort);
  const rows = structureRows(set, sorted);
  const columns = structureColumns({ map: set.map, state, nowMs, isPhone, isCompact });
  if (rows.length === 0) return <Text c="dimmed">No structures found.</Text>;
  const hidden = hiddenCount(sorted);
  const isDense = isPhone || isCompact;
  return (
    <>
      <div ref={ref} className={classes.container} data-compact={isBesideMap}>
        {isDense ? <SortSelect sort={sort} onSort={onSort} /> : null}
        <VirtualGrid
          label="Structures"
          rows={rows}
          columns={columns}
          currentId={currentId}
          rowHeight={isDense ? rowHeights.phone : rowHeights.wide}
          sorting={{ ...sort, onSort: (key) => onSort(nextSort(sort, key as SortKey)) }}
          onChoose={({ id }) => onChoose(id)}
          onMove={currentId === undefined ? undefined : ({ id }) => follow(id)}
        />
      </div>
      {hidden === 0 ? null : (
        <Text c="dimmed">{hidden.toLocaleString()} more are not shown. Filter the list or export it to see them.</Text>
      )}
    </>
  );
}

type SortProps = { sort: StructureSort; onSort: (sort: StructureSort) => void };

/** For a list too narrow for column headings. */
function SortSelect({ sort, onSort }: SortProps) {
  const isAscending = sort.order === 'asc';
  return (
    <div className={classes.sort}>
      <label className={classes.sortField}>
        Sort by
        <SelectBox
          isSmall
          value={sort.key}
          onChange={(event) => onSort(nextSort(sort, event.currentTarget.value as SortKey))}
        >
          {(Object.keys(sortColumns) as SortKey[]).map((key) => (
            <option key={key} value={key}>
              {sortColumns[key].label}
            </option>
          ))}
        </SelectBox>
      </label>
      <IconButton
        icon={isAscending ? ArrowUpNarrowWide : ArrowDownNarrowWide}
        label={isAscending ? 'Ascending. Reverse' : 'Descending. Reverse'}
        onClick={() => onSort(nextSort(sort, sort.key))}
      />
    </div>
  );
}
