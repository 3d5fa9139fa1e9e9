import { Button } from '@mantine/core';
import { DateTimeField } from '../../../components/forms/date-time-field.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { hasFilters, withFilter, type AuditFilters } from '../audit-filters.ts';
import classes from './audit-filter-bar.module.css';

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void };

const parts = [
  ['search', 'Search the audit log'],
  ['actor', 'Actor'],
  ['action', 'Action'],
  ['target', 'Target'],
] as const;

/** Filters by actor, action, target and time; an entry has to match all of them. */
export function AuditFilterBar({ filters, onFilters }: Props) {
  const { from, to } = filters;
  const isReversed = Boolean(from && to && from > to);
  const change = (changes: AuditFilters) => onFilters(withFilter(filters, changes));
  return (
    <div className={classes.bar} role="search" aria-label="Filter the audit log">
      {parts.map(([name, label]) => (
        <SearchField
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onSearch={(value) => change({ [name]: value })}
        />
      ))}
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
