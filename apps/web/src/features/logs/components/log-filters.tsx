import { useQuery } from '@tanstack/react-query';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { rangeNames, type LogFilter } from '../log-filter.ts';
import { isLevel, levelNames, type LogLevel } from '../log-levels.ts';
import { hostChoices, keyChoices } from '../log-sources.ts';
import { sourcesQuery } from '../logs.queries.ts';
import classes from './log-filters.module.css';
import { LogOwnTimes } from './log-own-times.tsx';
import { LogSelect } from './log-select.tsx';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** A level stands for itself and the graver ones. */
const levelChoices = (Object.entries(levelNames) as [LogLevel, string][]).map(([level, name]): [string, string] => [
  level,
  level === 'error' ? name : `${name} and graver`,
]);

export function LogFilters({ filter, onFilter }: Props) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const chooseHost = (host: string | undefined) => {
    const isKeyThere = keyChoices(sources, host).some(([key]) => key === filter.key);
    onFilter({ ...filter, host, key: isKeyThere ? filter.key : undefined });
  };
  return (
    <div className={classes.filters}>
      <LogSelect
        label="Host"
        all="All hosts"
        choices={hostChoices(sources)}
        value={filter.host}
        onChange={chooseHost}
      />
      <LogSelect
        label="Part"
        all="All parts"
        choices={keyChoices(sources, filter.host)}
        value={filter.key}
        onChange={(key) => onFilter({ ...filter, key })}
      />
      <LogSelect
        label="Level"
        all="All levels"
        choices={levelChoices}
        value={filter.level}
        onChange={(level) => onFilter({ ...filter, level: isLevel(level) ? level : undefined })}
      />
      <div>
        <SegmentedChoice
          label="Window of time"
          choices={rangeNames}
          value={filter.range}
          onChange={(range) => onFilter({ ...filter, range, after: undefined, before: undefined, at: undefined })}
        />
      </div>
      {filter.range === 'own' ? <LogOwnTimes filter={filter} onFilter={onFilter} /> : null}
    </div>
  );
}
