import { Group } from '@mantine/core';
import { useId, useState } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import classes from '../list/abandoned-tribes.module.css';
import type { StructureParams } from '../structure-params.ts';
import type { StructureFilters, StructureState } from '../structure-set.ts';
import { modeOf, modeParams, type StructureMode } from './structure-mode.ts';

const modes = {
  standing: 'All',
  abandoned: 'Abandoned',
  gone: 'Gone',
} as const satisfies Record<StructureMode, string>;

type Props = {
  filters: StructureFilters;
  state: StructureState;
  onChange: (changes: Pick<StructureParams, 'state' | 'leftBehind'>) => void;
};

export function ModeChoice({ filters, state, onChange }: Props) {
  const { abandonedDays } = filters;
  return (
    <Group gap="md">
      <SegmentedChoice
        label="Which structures"
        choices={modes}
        value={modeOf(filters, state)}
        onChange={(mode) => onChange(modeParams(mode))}
      />
      {abandonedDays === undefined ? null : (
        <AbandonedDays days={abandonedDays} onDays={(days) => onChange({ leftBehind: String(days) })} />
      )}
    </Group>
  );
}

const presets = [7, 14, 30, 60] as const;
/** The portal's limit. */
const maxDays = 3_650;

type DaysProps = { days: number; onDays: (days: number) => void };

/** Days without activity: a preset or any number. */
function AbandonedDays({ days, onDays }: DaysProps) {
  const id = useId();
  const [text, setText] = useState(String(days));
  const [seen, setSeen] = useState(days);
  if (days !== seen) {
    setSeen(days);
    setText(String(days));
  }
  const change = (next: string) => {
    setText(next);
    const number = Number(next);
    if (next !== '' && Number.isInteger(number) && number >= 1 && number <= maxDays) onDays(number);
  };
  return (
    <Group gap="sm">
      <label htmlFor={id}>Nobody seen for</label>
      <input
        id={id}
        type="number"
        className={classes.days}
        min={1}
        max={maxDays}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setText(String(days))}
      />
      <span>days</span>
      <Group gap={4}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={classes.preset}
            aria-label={`${preset} days`}
            aria-pressed={preset === days}
            onClick={() => onDays(preset)}
          >
            {preset}
          </button>
        ))}
      </Group>
    </Group>
  );
}
