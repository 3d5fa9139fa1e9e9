import { Text } from '@mantine/core';
import { useDebouncedCallback, useElementSize } from '@mantine/hooks';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { StructureSet, StructureState } from '../structure-set.ts';
import { structureColumns } from './structure-columns.tsx';
import classes from './structure-list.module.css';
import { hiddenCount, structureRows } from './structure-rows.ts';
import { readSort, sortRows, type StructureSort } from './structure-sort.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Narrower than this, not all columns fit. */
const minWideWidth = 720;

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
  const follow = useDebouncedCallback(onChoose, followDelayMs);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isCompact = isBesideMap || (width > 0 && width < minWideWidth);
  const nowMs = useNow();
  const sorted = sortRows(set.points, set.rows, sort);
  const rows = structureRows(set, sorted);
  const columns = structureColumns({ map: set.map, state, nowMs });
  if (rows.length === 0) return <Text c="dimmed">No structures found.</Text>;
  const hidden = hiddenCount(sorted);
  return (
    <>
      <div ref={ref} className={isBesideMap ? classes.besideMap : undefined}>
        <DataTable
          id="structures"
          label="Structures"
          rows={rows}
          columns={columns}
          currentId={currentId}
          isCards={isCompact}
          size={isBesideMap ? 'full' : 'page'}
          sorting={{ sort, onSort: ({ key, order }) => onSort(readSort({ sort: key, order })), isSorted: true }}
          onChoose={({ id }) => onChoose(id)}
          onMove={currentId === undefined ? undefined : ({ id }) => follow(id)}
        />
      </div>
      {hidden === 0 ? null : (
        <Text c="dimmed">{formatCount(hidden)} more are not shown. Filter the list or export it to see them.</Text>
      )}
    </>
  );
}
