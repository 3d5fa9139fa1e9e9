import { SelectField } from '../../../components/forms/select-field.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { PersonServer, TimelineFilters } from '../people.queries.ts';
import { JournalGroupFilter } from './journal-group-filter.tsx';
import { PeriodChoice, PeriodTimes } from './period-choice.tsx';
import classes from './timeline.module.css';

type Props = {
  /** Those whose history the viewer may see. */
  servers: readonly PersonServer['server'][];
  filters: TimelineFilters;
  onFilters: (filters: TimelineFilters) => void;
};

/** When, where and what. */
export function TimelineFilterBar({ servers, filters, onFilters }: Props) {
  return (
    <>
      <div className={classes.bar}>
        <PeriodChoice filter={filters} onFilter={(period) => onFilters({ ...filters, ...period })} />
        <ServerFilter
          servers={servers}
          serverId={filters.serverId}
          onChange={(serverId) => onFilters({ ...filters, serverId })}
        />
      </div>
      <PeriodTimes filter={filters} onFilter={(period) => onFilters({ ...filters, ...period })} />
      <JournalGroupFilter groups={filters.groups} onGroups={(groups) => onFilters({ ...filters, groups })} />
    </>
  );
}

type ServerFilterProps = {
  servers: readonly PersonServer['server'][];
  serverId: string | undefined;
  onChange: (serverId: string | undefined) => void;
};

/** Only where there is a choice. */
export function ServerFilter({ servers, serverId, onChange }: ServerFilterProps) {
  if (servers.length < 2 && serverId === undefined) return null;
  return (
    <SelectField
      label="Server"
      all="All servers"
      choices={servers.map(({ id, name }) => [id, visibleText(name)])}
      value={serverId}
      onChange={onChange}
    />
  );
}
