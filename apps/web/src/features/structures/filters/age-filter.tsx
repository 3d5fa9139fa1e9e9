import { Group } from '@mantine/core';
import { useId, useState } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import type { StructureParams } from '../structure-params.ts';
import classes from './age-filter.module.css';
import { PlainInput } from '../../../components/forms/plain-input.tsx';
import { PopoverButton } from '../../../components/forms/popover-button.tsx';

type Ages = Pick<StructureParams, 'minAge' | 'maxAge'>;
type Props = { minAge: number | undefined; maxAge: number | undefined; onChange: (ages: Ages) => void };

const presets = [
  { text: 'Newer than a day', minAge: '', maxAge: '1' },
  { text: 'Newer than a week', minAge: '', maxAge: '7' },
  { text: 'Older than 30 days', minAge: '30', maxAge: '' },
  { text: 'Older than 90 days', minAge: '90', maxAge: '' },
] as const;

/** Days since a structure was built. */
export function AgeFilter({ minAge, maxAge, onChange }: Props) {
  return (
    <PopoverButton label="Age" name="Filter by age" chosen={summaryOf(minAge, maxAge)}>
      {() => (
        <div className={classes.ages}>
          {presets.map(({ text, ...ages }) => (
            <RowButton
              key={text}
              aria-pressed={textOf(minAge) === ages.minAge && textOf(maxAge) === ages.maxAge}
              onClick={() => onChange(ages)}
            >
              {text}
            </RowButton>
          ))}
          <Group gap="sm" wrap="nowrap">
            <Days label="At least" days={minAge} onDays={(days) => onChange({ minAge: days })} />
            <Days label="At most" days={maxAge} onDays={(days) => onChange({ maxAge: days })} />
          </Group>
          {minAge !== undefined && maxAge !== undefined && minAge > maxAge ? (
            <p className={classes.hint}>The minimum age is higher than the maximum.</p>
          ) : null}
        </div>
      )}
    </PopoverButton>
  );
}

type DaysProps = { label: string; days: number | undefined; onDays: (days: string) => void };

function Days({ label, days, onDays }: DaysProps) {
  const id = useId();
  const [text, setText] = useState(textOf(days));
  const [seen, setSeen] = useState(days);
  if (days !== seen) {
    setSeen(days);
    // Keeps what is being typed if it means the same: 07 is 7.
    if (textOf(days) !== String(Number(text))) setText(textOf(days));
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label} (days)</label>
      <PlainInput
        id={id}
        type="number"
        min={0}
        max={3_650}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onDays(event.currentTarget.value);
        }}
      />
    </div>
  );
}

function textOf(days: number | undefined): string {
  return days === undefined ? '' : String(days);
}

function summaryOf(minAge: number | undefined, maxAge: number | undefined): string | undefined {
  if (minAge === undefined) return maxAge === undefined ? undefined : `up to ${maxAge} d`;
  return maxAge === undefined ? `from ${minAge} d` : `${minAge}–${maxAge} d`;
}
