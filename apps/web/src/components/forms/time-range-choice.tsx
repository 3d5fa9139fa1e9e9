import { timeRanges, type TimeRangeName } from '../../lib/text/time-range.ts';
import { SegmentedChoice } from './segmented-choice.tsx';

type Props<Other extends string> = {
  label: string;
  /** Choices after the ranges. */
  others: Readonly<Record<Other, string>>;
  value: TimeRangeName | Other;
  onChange: (value: TimeRangeName | Other) => void;
};

const shortLabels = Object.fromEntries(Object.entries(timeRanges).map(([name, { short }]) => [name, short])) as Record<
  TimeRangeName,
  string
>;

/** A time up to now, side by side. */
export function TimeRangeChoice<Other extends string>({ label, others, value, onChange }: Props<Other>) {
  return (
    <SegmentedChoice<TimeRangeName | Other>
      label={label}
      choices={{ ...shortLabels, ...others }}
      value={value}
      onChange={onChange}
    />
  );
}
