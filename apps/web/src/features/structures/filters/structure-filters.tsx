import { classTitle } from '@tribehall/contract/shared/text';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { StructureParams } from '../structure-params.ts';
import { hasFilters, type StructureFilters as Filters, type StructureSet } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import { StructureFilterAge } from './age-filter.tsx';
import { StructureFilterMenu, type FilterChoice } from './filter-menu.tsx';
import type { StructureFacets } from './filter-structures.ts';
import classes from './structure-filters.module.css';

type Props = {
  set: StructureSet;
  filters: Filters;
  facets: StructureFacets;
  search: string;
  /** Parts of the address; an empty one is none. */
  onChange: (changes: StructureParams) => void;
  /** At the end of the bar: what came of it. */
  children: ReactNode;
};

/** What is shown: by words, tribe, owner, class and age. */
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
        label: name === '' ? 'no name' : <PlainText text={name} />,
      }))
      // What belongs to a whole tribe has no owner of its own.
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
      <StructureFilterMenu label="Tribe" choicesOf={tribes} chosen={filters.tribes} onChosen={put('tribes')} />
      <StructureFilterMenu label="Owner" choicesOf={owners} chosen={filters.owners} onChosen={put('owners')} />
      <StructureFilterMenu label="Structure" choicesOf={kinds} chosen={filters.classes} onChosen={put('classes')} />
      <StructureFilterAge minAge={filters.minAge} maxAge={filters.maxAge} onChange={onChange} />
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
