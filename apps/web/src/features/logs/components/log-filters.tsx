import type { ReplyInput } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { TimeBounds } from '../../../components/forms/time-bounds.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { rangeNames, type LogFilter } from '../log-filter.ts';
import { isLevel, levelNames, type LogLevel } from '../log-levels.ts';
import { sourcesQuery } from '../logs.queries.ts';
import classes from './log-filters.module.css';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** A level includes those above it. */
const levelChoices = (Object.entries(levelNames) as [LogLevel, string][]).map(([level, name]): [string, string] => [
  level,
  level === 'error' ? name : `${name} and above`,
]);

export function LogFilters({ filter, onFilter }: Props) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const chooseHost = (host: string | undefined) => {
    const isKeyThere = keyChoices(sources, host).some(([key]) => key === filter.key);
    onFilter({ ...filter, host, key: isKeyThere ? filter.key : undefined });
  };
  return (
    <div className={classes.filters}>
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
      <SelectField
        label="Level"
        all="All levels"
        choices={levelChoices}
        value={filter.level}
        onChange={(level) => onFilter({ ...filter, level: isLevel(level) ? level : undefined })}
      />
      <div>
        <SegmentedChoice
          label="Time range"
          choices={rangeNames}
          value={filter.range}
          onChange={(range) => onFilter({ ...filter, range, after: undefined, before: undefined, at: undefined })}
        />
      </div>
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
