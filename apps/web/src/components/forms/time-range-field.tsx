import { isTimeRange, timeRanges, type TimeRange } from '../../lib/text/time-range.ts';
import { SelectField } from './select-field.tsx';
import { TimeBounds } from './time-bounds.tsx';

type Props = TimeRange & { onRange: (range: Required<TimeRange>) => void };

const choices = [
  ...Object.entries(timeRanges).map(([name, { label }]) => [name, label] as const),
  ['own', 'Custom'] as const,
];

/** A time up to now, or from one time to another. */
export function TimeRangeField({ range, from, to, onRange }: Props) {
  const isOwn = !isTimeRange(range) && (range === 'own' || Boolean(from) || Boolean(to));
  return (
    <>
      <SelectField
        label="Time"
        all="All time"
        choices={choices}
        value={isOwn ? 'own' : isTimeRange(range) ? range : undefined}
        onChange={(next) => onRange({ range: next, from: undefined, to: undefined })}
      />
      {isOwn ? (
        <TimeBounds
          from={from || undefined}
          to={to || undefined}
          onBounds={(bounds) => onRange({ range: 'own', ...bounds })}
        />
      ) : null}
    </>
  );
}
