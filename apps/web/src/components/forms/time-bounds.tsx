import { DateTimeField } from './date-time-field.tsx';

type Bounds = { from: string | undefined; to: string | undefined };

type Props = Bounds & {
  /** What the end is called. */
  toLabel?: string;
  onBounds: (bounds: Bounds) => void;
};

/** Two times, each of which may be empty: then there is no bound. */
export function TimeBounds({ from, to, toLabel = 'To', onBounds }: Props) {
  const isReversed = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
  return (
    <>
      <DateTimeField label="From" value={from} onTime={(time) => onBounds({ from: time, to })} />
      <DateTimeField
        label={toLabel}
        value={to}
        error={isReversed ? 'The end must be after the start.' : undefined}
        onTime={(time) => onBounds({ from, to: time })}
      />
    </>
  );
}
