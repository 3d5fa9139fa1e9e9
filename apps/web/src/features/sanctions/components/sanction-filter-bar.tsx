import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { FilterFold } from '../../../components/forms/filter-fold.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { hasFilters, reachWords, withFilter, type SanctionFilters } from '../sanction-filters.ts';
import { kindWords, stateLooks } from '../sanction-words.ts';
import { issuersQuery } from '../sanctions.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './sanction-filter-bar.module.css';

type Props = { filters: SanctionFilters; onFilters: (filters: SanctionFilters) => void };

const kindChoices = [
  ...Object.entries(kindWords).flatMap(([kind, { plural }]) => (kind === 'ban' ? [] : [[kind, plural] as const])),
  ['all', 'All kinds'] as const,
];
const stateChoices = Object.entries(stateLooks).map(([state, { word }]) => [state, word] as const);

/** An entry has to match all filters. */
export function SanctionFilterBar({ filters, onFilters }: Props) {
  const { data: servers = [] } = useQuery(serversQuery(''));
  const { data: issuers = [] } = useQuery(issuersQuery);
  const change = (changes: SanctionFilters) => onFilters(withFilter(filters, changes));
  const field = (name: keyof SanctionFilters) => ({
    value: filters[name] || undefined,
    onChange: (value = '') => change({ [name]: value }),
  });
  return (
    <div role="search" aria-label="Filter bans" className={classes.search}>
      <SearchField
        label="Search by name, ID or reason"
        value={filters.search ?? ''}
        onSearch={(value) => change({ search: value })}
      />
      <FilterFold label="Filters" icon={SlidersHorizontal}>
        <div className={classes.bar}>
          <SelectField label="Kind" all={kindWords.ban.plural} choices={kindChoices} {...field('kind')} />
          <SelectField label="State" all="All states" choices={stateChoices} {...field('state')} />
          <SelectField label="Applies to" all="Anything" choices={Object.entries(reachWords)} {...field('reach')} />
          <SelectField
            label="Server"
            all="All servers"
            choices={servers.map(({ id, name }) => [id, visibleText(name)])}
            {...field('server')}
          />
          <SelectField
            label="Imposed by"
            all="Anyone"
            choices={issuers.map(({ name, count }) => [name, `${visibleText(name)} (${formatCount(count)})`])}
            {...field('by')}
          />
          {hasFilters(filters) ? (
            <Button variant="default" onClick={() => onFilters({})}>
              Clear filters
            </Button>
          ) : null}
        </div>
      </FilterFold>
    </div>
  );
}
