import { Text } from '@mantine/core';
import { useDebouncedCallback, useElementSize, useMediaQuery } from '@mantine/hooks';
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { StructureSet, StructureState } from '../structure-set.ts';
import { structureColumns } from './structure-columns.tsx';
import classes from './structure-list.module.css';
import { leftOut, structureRows } from './structure-rows.ts';
import { nextOrder, sortRows, sortings, type SortKey, type StructureOrder } from './structure-sort.ts';

/** Less wide than this, there is no room for all columns. */
const minWideWidth = 720;
const rowHeights = { wide: 36, phone: 60 } as const;

/** Details follow the keys when these rest. */
const followMs = 150;

type Props = {
  set: StructureSet;
  state: StructureState;
  order: StructureOrder;
  /** The structure whose details are shown. */
  currentId: string | undefined;
  /** Stands beside the map. */
  isCompact?: boolean;
  onChoose: (structureId: string) => void;
  onOrder: (order: StructureOrder) => void;
};

/** All structures that fit, however many; one of them is chosen by click or by Enter. */
export function StructureList({
  set,
  state,
  order,
  currentId,
  isCompact: isBesideMap = false,
  onChoose,
  onOrder,
}: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const follow = useDebouncedCallback(onChoose, followMs);
  const { ref, width } = useElementSize<HTMLDivElement>();
  // Also where details have taken their room beside it.
  const isCompact = isBesideMap || (width > 0 && width < minWideWidth);
  const nowMs = useNow();
  const { sort, order: direction } = order;
  const sorted = sortRows(set.points, set.rows, sort, direction);
  const rows = structureRows(set, sorted);
  const columns = structureColumns({ map: set.map, state, nowMs, isPhone, isCompact });
  if (rows.length === 0) return <Text c="dimmed">No structures found.</Text>;
  const hidden = leftOut(sorted);
  const isTight = isPhone || isCompact;
  return (
    <>
      <div ref={ref} className={classes.place} data-compact={isBesideMap}>
        {isTight ? <StructureListSort order={order} onOrder={onOrder} /> : null}
        <VirtualGrid
          label="Structures"
          rows={rows}
          columns={columns}
          currentId={currentId}
          rowHeight={isTight ? rowHeights.phone : rowHeights.wide}
          sorting={{ key: sort, order: direction, onSort: (key) => onOrder(nextOrder(order, key as SortKey)) }}
          onChoose={({ id }) => onChoose(id)}
          onMove={currentId === undefined ? undefined : ({ id }) => follow(id)}
        />
      </div>
      {hidden === 0 ? null : (
        <Text c="dimmed">{hidden.toLocaleString()} more are not in this list. Filter to see them, or export.</Text>
      )}
    </>
  );
}

type SortProps = { order: StructureOrder; onOrder: (order: StructureOrder) => void };

/** For a list without room for a heading of each kind. */
function StructureListSort({ order, onOrder }: SortProps) {
  const isAscending = order.order === 'asc';
  return (
    <div className={classes.sort}>
      <label className={classes.sortField}>
        Sort by
        <select
          className={classes.select}
          value={order.sort}
          onChange={(event) => onOrder(nextOrder(order, event.currentTarget.value as SortKey))}
        >
          {(Object.keys(sortings) as SortKey[]).map((key) => (
            <option key={key} value={key}>
              {sortings[key].label}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        icon={isAscending ? ArrowUpNarrowWide : ArrowDownNarrowWide}
        label={isAscending ? 'Ascending; turn around' : 'Descending; turn around'}
        onClick={() => onOrder(nextOrder(order, order.sort))}
      />
    </div>
  );
}
