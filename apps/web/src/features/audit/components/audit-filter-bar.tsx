import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateTimeField } from '../../../components/forms/date-time-field.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { actionChoices } from '../action-names.ts';
import { hasFilters, withFilter, type AuditFilters } from '../audit-filters.ts';
import { actorsQuery } from '../audit.queries.ts';
import classes from './audit-filter-bar.module.css';

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void };

/** Filters by actor, action, target and time; an entry has to match all of them. */
export function AuditFilterBar({ filters, onFilters }: Props) {
  const { search = '', actor, action, target = '', from, to } = filters;
  const { data: actors = [] } = useQuery(actorsQuery);
  const isReversed = Boolean(from && to && from > to);
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
      <DateTimeField label="From" value={from} onTime={(time = '') => change({ from: time })} />
      <DateTimeField
        label="To"
        value={to}
        error={isReversed ? 'The end must be after the start.' : undefined}
        onTime={(time = '') => change({ to: time })}
      />
      {hasFilters(filters) ? (
        <Button variant="default" onClick={() => onFilters({})}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
