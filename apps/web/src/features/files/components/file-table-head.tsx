import { ArrowDown, ArrowUp } from 'lucide-react';
import { nextOrder, sortings, type FileOrder, type SortKey } from '../file-order.ts';
import classes from './file-table.module.css';

type Props = { order: FileOrder; isAllSelected: boolean; onSelectAll: () => void; onOrder: (order: FileOrder) => void };

export function FileTableHead({ order, isAllSelected, onSelectAll, onOrder }: Props) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <div role="columnheader" className={classes.check}>
          <input type="checkbox" aria-label="Select all files shown" checked={isAllSelected} onChange={onSelectAll} />
        </div>
        {(Object.keys(sortings) as SortKey[]).map((key) => (
          <div key={key} role="columnheader" data-column={key} aria-sort={sortOf(order, key)}>
            <button type="button" className={classes.sort} onClick={() => onOrder(nextOrder(order, key))}>
              {sortings[key].label}
              <SortArrow order={order} sort={key} />
            </button>
          </div>
        ))}
        <div role="columnheader" className={classes.actionsHead}>
          Actions
        </div>
      </div>
    </div>
  );
}

function SortArrow({ order, sort }: { order: FileOrder; sort: SortKey }) {
  if (order.sort !== sort) return null;
  const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow size={12} aria-hidden />;
}

function sortOf(order: FileOrder, key: SortKey): 'ascending' | 'descending' | 'none' {
  if (order.sort !== key) return 'none';
  return order.order === 'asc' ? 'ascending' : 'descending';
}
