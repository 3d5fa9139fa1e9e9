import { classTitle } from '@tribehall/contract/shared/text';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { StructureParams } from '../structure-params.ts';
import { hasFilters, type StructureFilters as Filters, type StructureSet } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import { AgeFilter } from './age-filter.tsx';
import { FilterMenu, type FilterChoice } from './filter-menu.tsx';
import type { StructureFacets } from './filter-structures.ts';
import classes from './structure-filters.module.css';

type Props = {
  set: StructureSet;
  filters: Filters;
  facets: StructureFacets;
  search: string;
  /** URL parameters; an empty one is removed. */
  onChange: (changes: StructureParams) => void;
  /** At the end of the bar. */
  children: ReactNode;
};

export function StructureFilters({ set, filters, facets, search, onChange, children }: Props) {
  const { points, tribeColors } = set;
  const tribes = () =>
    points.tribes.map(({ id, name }, index): FilterChoice => ({
      id: String(id),
      text: name,
      count: facets.tribes[index] ?? 0,
      label: <TribeDot color={tribeColors[index] ?? 'currentColor'} name={name} />,
    }));
  const owners = () =>
    points.owners
      .map(({ arkId, name }, index): FilterChoice => ({
        id: arkId,
        text: name,
        count: facets.owners[index] ?? 0,
        label: name === '' ? 'Unnamed' : <PlainText text={name} />,
      }))
      // Structures of a whole tribe have no owner.
      .filter(({ id }) => id !== '');
  const kinds = () =>
    points.classes.map((name, index): FilterChoice => ({
      id: name,
      text: `${classTitle(name)} ${name}`,
      title: name,
      count: facets.classes[index] ?? 0,
      label: <PlainText text={classTitle(name)} />,
    }));
  const put = (name: 'tribes' | 'owners' | 'classes') => (ids: string[]) => onChange({ [name]: ids.join(',') });
  return (
    <div className={classes.bar} role="search" aria-label="Filter structures">
      <div className={classes.search}>
        <SearchField
          label="Search structures, tribes, owners"
          value={search}
          onSearch={(text) => onChange({ search: text })}
        />
      </div>
      <FilterMenu label="Tribe" choicesOf={tribes} chosen={filters.tribes} onChosen={put('tribes')} />
      <FilterMenu label="Owner" choicesOf={owners} chosen={filters.owners} onChosen={put('owners')} />
      <FilterMenu label="Structure" choicesOf={kinds} chosen={filters.classes} onChosen={put('classes')} />
      <AgeFilter minAge={filters.minAge} maxAge={filters.maxAge} onChange={onChange} />
      {hasFilters(filters) ? (
        <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      ) : null}
      <div className={classes.end}>{children}</div>
    </div>
  );
}

const noFilters: StructureParams = {
  tribes: '',
  owners: '',
  classes: '',
  minAge: '',
  maxAge: '',
  leftBehind: '',
  search: '',
};
