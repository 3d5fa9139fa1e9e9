import { ArrowDown, ArrowUp } from 'lucide-react';
import classes from './sort-button.module.css';

type Sort = { key: string; order: 'asc' | 'desc' };
type Heading = { key: string; label: string };
type Props = { column: Heading; sort: Sort | undefined; onSort: (key: string) => void };

/** The heading of a column that can be sorted. */
export function SortButton({ column: { key, label }, sort, onSort }: Props) {
  const Arrow = sort?.order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(key)}>
      {label}
      {sort?.key === key ? <Arrow size={12} aria-hidden /> : null}
    </button>
  );
}

export function ariaSort(sort: Sort | undefined, key: string): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== key) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
