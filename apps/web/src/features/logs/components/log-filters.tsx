import type { ReplyInput } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { TimeBounds } from '../../../components/forms/time-bounds.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { rangeNames, type LogFilter } from '../log-filter.ts';
import { sourcesQuery } from '../logs.queries.ts';
import classes from './log-filters.module.css';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** A level includes those above it; the lowest is all of them. */
const levelChoices = { all: 'All', info: 'Info', warn: 'Warnings', error: 'Errors' } as const;

export function LogFilters({ filter, onFilter }: Props) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const chooseHost = (host: string | undefined) => {
    const isKeyThere = keyChoices(sources, host).some(([key]) => key === filter.key);
    onFilter({ ...filter, host, key: isKeyThere ? filter.key : undefined });
  };
  return (
    <div className={classes.filters}>
      <div className={classes.sources}>
        <SelectField
          label="Host"
          all="All hosts"
          choices={hostChoices(sources)}
          value={filter.host}
          onChange={chooseHost}
        />
        <SelectField
          label="Part"
          all="All parts"
          choices={keyChoices(sources, filter.host)}
          value={filter.key}
          onChange={(key) => onFilter({ ...filter, key })}
        />
      </div>
      <SegmentedChoice
        label="Lowest level"
        choices={levelChoices}
        value={filter.level === undefined || filter.level === 'debug' ? 'all' : filter.level}
        onChange={(level) => onFilter({ ...filter, level: level === 'all' ? undefined : level })}
      />
      <SegmentedChoice
        label="Time range"
        choices={rangeNames}
        value={filter.range}
        onChange={(range) => onFilter({ ...filter, range, after: undefined, before: undefined, at: undefined })}
      />
      {filter.range === 'own' ? <CustomTimes filter={filter} onFilter={onFilter} /> : null}
    </div>
  );
}

type TimesProps = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** In local time. An empty field sets no bound. */
function CustomTimes({ filter, onFilter }: TimesProps) {
  const { after, before } = filter;
  return (
    <TimeBounds
      from={after}
      to={before}
      onBounds={({ from, to }) => onFilter({ ...filter, after: from, before: to, at: undefined })}
    />
  );
}

type LogSource = ReplyInput<'GET /logs/sources'>[number];

function hostChoices(sources: readonly LogSource[]): [string, string][] {
  return sources.map(({ host, label }) => [host, visibleText(label)]);
}

/** The components of one host, or of all. */
function keyChoices(sources: readonly LogSource[], host: string | undefined): [string, string][] {
  const own = host === undefined ? sources : sources.filter((source) => source.host === host);
  const keys = new Set(own.flatMap(({ keys }) => keys));
  return [...keys].toSorted().map((key) => [key, visibleText(key)]);
}
