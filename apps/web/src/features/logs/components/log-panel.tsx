import { SlidersHorizontal } from 'lucide-react';
import { FilterFold } from '../../../components/forms/filter-fold.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { countFilters, type LogFilter } from '../log-filter.ts';
import { useLogLines } from '../use-log-lines.ts';
import { LogFilters } from './log-filters.tsx';
import classes from './log-panel.module.css';
import { LogSearch } from './log-search.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { LogView } from './log-view.tsx';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** The logs of all hosts. */
export function LogPanel({ filter, onFilter }: Props) {
  const view = useLogLines(filter);
  return (
    <>
      <FilterFold label={countText(countFilters(filter))} icon={SlidersHorizontal}>
        <LogFilters filter={filter} onFilter={onFilter} />
      </FilterFold>
      <LogSearch filter={filter} error={fieldErrors(view.query.error)['search']} onFilter={onFilter} />
      <section className={classes.panel} aria-label="Log lines">
        <LogToolbar key={filter.at} view={view} filter={filter} onFilter={onFilter} />
        <LogView view={view} filter={filter} onFilter={onFilter} />
      </section>
    </>
  );
}

function countText(count: number): string {
  return count === 0 ? 'Filters' : `Filters (${count})`;
}
