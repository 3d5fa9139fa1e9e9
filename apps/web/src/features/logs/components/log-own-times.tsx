import { DateTimeField } from '../../../components/forms/date-time-field.tsx';
import type { LogFilter } from '../log-filter.ts';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** From when to when, in local time. An empty field sets no bound. */
export function LogOwnTimes({ filter, onFilter }: Props) {
  const { after, before } = filter;
  const isTurned = after !== undefined && before !== undefined && after >= before;
  const change = (times: Pick<LogFilter, 'after' | 'before'>) => onFilter({ ...filter, ...times, at: undefined });
  return (
    <>
      <DateTimeField label="From" value={after} onTime={(time) => change({ after: time, before })} />
      <DateTimeField
        label="To"
        value={before}
        error={isTurned ? 'The end must be after the start.' : undefined}
        onTime={(time) => change({ after, before: time })}
      />
    </>
  );
}
