import { TimeBounds } from '../../../components/forms/time-bounds.tsx';
import { TimeRangeChoice } from '../../../components/forms/time-range-choice.tsx';
import { choosePeriod, otherPeriods, type PeriodFilter } from './period.ts';
import classes from './timeline.module.css';

type Props = { filter: PeriodFilter; onFilter: (filter: PeriodFilter) => void };

export function PeriodChoice({ filter, onFilter }: Props) {
  return (
    <TimeRangeChoice
      label="Period"
      others={otherPeriods}
      value={filter.period}
      onChange={(period) => onFilter(choosePeriod(period, Date.now()))}
    />
  );
}

/** The times of a custom period. */
export function PeriodTimes({ filter, onFilter }: Props) {
  if (filter.period !== 'custom') return null;
  return (
    <div className={classes.times}>
      <TimeBounds
        from={filter.from}
        to={filter.until}
        toLabel="Until"
        onBounds={({ from, to: until }) => onFilter({ period: 'custom', from, until })}
      />
    </div>
  );
}
