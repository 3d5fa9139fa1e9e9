import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { TimeRangeField } from '../../../components/forms/time-range-field.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { actionChoices } from '../action-names.ts';
import { hasFilters, withFilter, type AuditFilters } from '../audit-filters.ts';
import { actorsQuery } from '../audit.queries.ts';
import classes from './audit-filter-bar.module.css';

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void };

/** Filters by actor, action, target and time; an entry has to match all of them. */
export function AuditFilterBar({ filters, onFilters }: Props) {
  const { search = '', actor, action, target = '', range, from, to } = filters;
  const { data: actors = [] } = useQuery(actorsQuery);
  const change = (changes: AuditFilters) => onFilters(withFilter(filters, changes));
  return (
    <div className={classes.bar} role="search" aria-label="Filter the audit log">
      <SearchField label="Search the audit log" value={search} onSearch={(value) => change({ search: value })} />
      <SearchField label="Target" value={target} onSearch={(value) => change({ target: value })} />
      <SelectField
        label="Actor"
        all="Everyone"
        choices={actors.map((name) => [name, visibleText(name)])}
        value={actor || undefined}
        onChange={(value = '') => change({ actor: value })}
      />
      <SelectField
        label="Action"
        all="All actions"
        choices={actionChoices}
        value={action || undefined}
        onChange={(value = '') => change({ action: value })}
      />
      <TimeRangeField
        range={range}
        from={from}
        to={to}
        onRange={(next) => change({ range: next.range ?? '', from: next.from ?? '', to: next.to ?? '' })}
      />
      {hasFilters(filters) ? (
        <Button variant="default" onClick={() => onFilters({})}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
