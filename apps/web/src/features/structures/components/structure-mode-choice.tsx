import { Group } from '@mantine/core';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { modeOf, modeParams, type StructureMode } from '../structure-mode.ts';
import type { StructureParams } from '../structure-params.ts';
import type { StructureFilters, StructureState } from '../structure-set.ts';
import { LeftBehindDays } from './structure-left-behind-days.tsx';

const modes = {
  standing: 'All',
  leftBehind: 'Left behind',
  gone: 'Gone',
} as const satisfies Record<StructureMode, string>;

type Props = {
  filters: StructureFilters;
  state: StructureState;
  onChange: (changes: Pick<StructureParams, 'state' | 'leftBehind'>) => void;
};

export function StructureModeChoice({ filters, state, onChange }: Props) {
  const { leftBehind } = filters;
  return (
    <Group gap="md">
      <SegmentedChoice
        label="Which structures"
        choices={modes}
        value={modeOf(filters, state)}
        onChange={(mode) => onChange(modeParams(mode))}
      />
      {leftBehind === undefined ? null : (
        <LeftBehindDays days={leftBehind} onDays={(days) => onChange({ leftBehind: String(days) })} />
      )}
    </Group>
  );
}
