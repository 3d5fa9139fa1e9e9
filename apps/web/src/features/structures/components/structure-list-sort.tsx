import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { nextOrder, sortings, type SortKey, type StructureOrder } from '../structure-order.ts';
import classes from './structure-list.module.css';

type Props = { order: StructureOrder; onOrder: (order: StructureOrder) => void };

/** For a list without room for a heading of each kind. */
export function StructureListSort({ order, onOrder }: Props) {
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
